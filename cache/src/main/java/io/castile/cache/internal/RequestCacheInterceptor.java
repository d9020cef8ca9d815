package io.castile.cache.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.KeptRequests;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.text.QualifiedName;
import io.castile.cache.representation.Snapshots;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.StackReserve;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client's link that keeps the bytes of its requests, so that a request which was sent before is
 * not written again (the total caching of Devaram and Andresen, section 3.2). Where the service
 * says that a request is at fault, its bytes are dropped (section 3.3.3).
 *
 * <p>Bounded by weight; thread-safe.
 */
public final class RequestCacheInterceptor implements Interceptor, KeptRequests {
  private static final int ENTRY_OVERHEAD = 100;

  private final ServiceModel model;
  private final Map<OperationModel, Keys> keys = new ConcurrentHashMap<>();
  private final Cache<CacheKey, byte[]> requests;

  /**
   * @param maxBytes the weight of all keys and messages that are kept; positive
   * @param lifetime after which a request is written anew; positive
   */
  public RequestCacheInterceptor(ServiceModel model, long maxBytes, Duration lifetime) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
    if (lifetime.isNegative() || lifetime.isZero()) {
      throw new IllegalArgumentException("lifetime <= 0: " + lifetime);
    }
    this.model = Objects.requireNonNull(model, "model");
    this.requests =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher(RequestCacheInterceptor::weight)
            .expireAfterWrite(lifetime)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(CacheKey key, byte[] message) {
    return (int) Math.min(Integer.MAX_VALUE, ENTRY_OVERHEAD + key.weight() + message.length);
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    if (!(Messages.body(request) instanceof MessageBody.Values)
        || request.sendsAttachments()
        || Messages.operation(request).sharesAmongParts()
        || !request.soapHeaders().isEmpty()) { // which the key does not have
      return chain.proceed(request);
    }
    CacheKey key;
    byte[] message;
    try {
      key = key(request);
      message = requests.getIfPresent(key);
      if (message == null) {
        SoapRequest own = snapshot(request); // the key is to be that of what is written
        key = (own == request ? key : key(own)).toStored();
        message = own.bytes();
        StackReserve.require();
        requests.put(key, message);
      }
    } catch (NotCacheableException e) {
      return chain.proceed(request);
    }
    return send(chain, request.withPayload(Payload.of(message, message.length)), key);
  }

  private SoapRequest snapshot(SoapRequest request) throws SoapMessageException {
    Object[] arguments = request.arguments();
    Object[] copies = Snapshots.of(model.requestParameters(Messages.operation(request)), arguments);
    return copies == arguments ? request : request.newBuilder().arguments(copies).build();
  }

  private CacheKey key(SoapRequest request) throws SoapMessageException {
    OperationModel operation = Messages.operation(request);
    Keys ofOperation = keys.computeIfAbsent(operation, this::keys);
    return ofOperation.key(scope(operation, request.version()), request.arguments());
  }

  /** Arguments that only come back have a slot too, and are null in all requests. */
  private Keys keys(OperationModel operation) {
    Class<?>[] types = operation.parameterTypes();
    ArgumentType[] arguments = new ArgumentType[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = ArgumentType.of(types[i]);
    }
    model
        .requestParameters(operation)
        .forEach(
            parameter ->
                arguments[parameter.slot()] =
                    new ArgumentType(parameter.type(), parameter.codec()));
    return Keys.of(KeyKind.AUTOMATIC, List.of(arguments));
  }

  /** The message does not depend on where it goes. */
  private CacheKey.Scope scope(OperationModel operation, SoapVersion version) {
    return CacheKey.Scope.of("", model.serviceName(), operation.name(), version);
  }

  private SoapResponse send(Chain chain, SoapRequest request, CacheKey key) throws SoapException {
    try {
      SoapResponse response = chain.proceed(request);
      if (response.blamesSender()) {
        forget(key);
      }
      return response;
    } catch (SoapFaultReceivedException e) {
      if (e.fault().blamesSender()) {
        forget(key);
      }
      throw e;
    }
  }

  private void forget(CacheKey key) {
    StackReserve.require();
    requests.invalidate(key);
  }

  /** Drops all requests: the next ones are written from scratch. */
  @Override
  public void invalidateAll() {
    requests.invalidateAll();
  }

  /**
   * Drops the requests of an operation.
   *
   * @param operation its name, {@code {namespace}local} or {@code local}
   */
  @Override
  public void invalidate(String operation) {
    requests
        .asMap()
        .keySet()
        .removeIf(key -> QualifiedName.matches(operation, key.scope().operation()));
  }

  /** Returns how many requests are kept. */
  @Override
  public long size() {
    return requests.estimatedSize();
  }

  @Override
  public String toString() {
    return "request cache";
  }
}
