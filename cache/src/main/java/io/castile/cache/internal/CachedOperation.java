package io.castile.cache.internal;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.codec.BindingException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.RequestWriter;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.DescribedOperation;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.Parameter;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation as the cache knows it, whichever stack calls it.
 *
 * <p>Thread-safe. Keys of one operation are never equal to those of another, so the calls that are
 * to share responses share one: {@link CallCache#cachedOperation}.
 */
public final class CachedOperation {
  private final ServiceModel model;
  private final OperationModel operation;
  private final boolean isOpaque;

  /** Returns the names of the service beside the one in the model. */
  private final Set<QName> furtherNames = ConcurrentHashMap.newKeySet();

  private volatile @Nullable List<Parameter> parameters;
  private volatile @Nullable List<Parameter> results;

  /** The places by the endpoints at which the operation is called, under the policy in force. */
  private final Map<String, OperationCache> places = new ConcurrentHashMap<>();

  /** Where it was called last; most operations are called at one endpoint only. */
  private volatile @Nullable OperationCache last;

  CachedOperation(ServiceModel model, OperationModel operation) {
    this(model, operation, false);
  }

  private CachedOperation(ServiceModel model, OperationModel operation, boolean isOpaque) {
    this.model = model;
    this.operation = operation;
    this.isOpaque = isOpaque;
  }

  /** An operation of which only the names are known: keys and entries are made of messages. */
  static CachedOperation opaque(QName service, QName operation) {
    ServiceModel model = OpaqueMessages.model(service, operation);
    return new CachedOperation(model, model.operations().get(0), true);
  }

  /** Whether the operation's messages have no values, so that they are kept as they are. */
  boolean isOpaque() {
    return isOpaque;
  }

  /** Returns the operation. */
  public OperationModel operation() {
    return operation;
  }

  public QName name() {
    return operation.name();
  }

  @Nullable OperationCache last() {
    return last;
  }

  void last(OperationCache operationCache) {
    last = operationCache;
  }

  @Nullable OperationCache at(String endpoint) {
    return places.get(endpoint);
  }

  OperationCache at(
      String endpoint, BiFunction<CachedOperation, String, OperationCache> whereUnknown) {
    return places.computeIfAbsent(endpoint, added -> whereUnknown.apply(this, added));
  }

  void forget(OperationCache operationCache) {
    places.remove(operationCache.endpoint, operationCache);
  }

  /** Returns the policy of the operation, by any name of its service. */
  OperationPolicy under(CachePolicy policy, String endpoint) {
    List<CachePolicy.Target> targets = new ArrayList<>();
    targets.add(
        new CachePolicy.Target(
            model.serviceName().toString(), endpoint, operation.name().toString()));
    for (QName name : furtherNames) {
      targets.add(new CachePolicy.Target(name.toString(), endpoint, operation.name().toString()));
    }
    return policy.forAnyOf(targets);
  }

  /** Adds a name of the service; false if it is known. */
  public boolean addName(QName service) {
    return !service.equals(serviceName()) && furtherNames.add(service);
  }

  public QName serviceName() {
    return model.serviceName();
  }

  /** Returns the parameters of a request, by slots. */
  public List<Parameter> parameters() {
    List<Parameter> known = parameters;
    if (known == null) {
      known = model.requestParameters(operation);
      parameters = known;
    }
    return known;
  }

  /** Returns the parts of a response. */
  List<Parameter> results() {
    List<Parameter> known = results;
    if (known == null) {
      known = model.responseParameters(operation);
      results = known;
    }
    return known;
  }

  /** The length of a response's values: the result, which may be of type void, and the others. */
  int resultSlots() {
    return results().stream().mapToInt(Parameter::slot).max().orElse(0) + 1;
  }

  /**
   * The request's message for these arguments.
   *
   * @throws NotCacheableException if they cannot be written
   */
  byte[] message(SoapVersion version, Object[] arguments) {
    try {
      return RequestWriter.write(model, operation, version, arguments);
    } catch (XmlException | BindingException e) {
      throw NotCacheableException.failed("writing the request", e);
    }
  }

  @Override
  public String toString() {
    QName service = model.serviceName();
    return service.getLocalPart().isEmpty() ? operation.toString() : operation + " of " + service;
  }

  /** Messages of which no more is known than their bytes: they have no values. */
  private static final class OpaqueMessages implements DescribedOperation.Messages {
    private static final OpaqueMessages INSTANCE = new OpaqueMessages();

    private OpaqueMessages() {}

    /** The one operation of a service of which only the names are known. */
    static ServiceModel model(QName service, QName operation) {
      return ServiceModel.described(
          service,
          service,
          service,
          SoapVersion.SOAP_1_1,
          new NameTable(),
          List.of(
              new DescribedOperation(operation, "", false, List.of(service, operation), INSTANCE)));
    }

    @Override
    public Operation.Style style() {
      return Operation.Style.BARE;
    }

    @Override
    public Message request() {
      throw new UnsupportedOperationException(
          "Cannot read the messages, because only their bytes are known.");
    }

    @Override
    public @Nullable Message response() {
      return null;
    }

    @Override
    public List<Parameter> requestParameters() {
      return List.of();
    }

    @Override
    public List<Parameter> responseParameters() {
      return List.of();
    }
  }
}
