package io.castile.cxf;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.policy.internal.KnownService;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.wsdl.service.factory.ReflectionServiceFactoryBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the operations of CXF's messages as a cache knows them. Thread-safe. */
final class Sites {
  private static final Logger log = LoggerFactory.getLogger(Sites.class);
  private static final String PROPERTY = Sites.class.getName();

  private final ResponseCache cache;
  private final Map<Class<?>, Optional<ServiceModel>> models = new ConcurrentHashMap<>();
  private final Set<QName> told = ConcurrentHashMap.newKeySet();

  Sites(ResponseCache cache) {
    this.cache = cache;
  }

  /** The known form of a binding's operation. */
  private record Known(Sites owner, @Nullable CachedOperation cachedOperation) {}

  ResponseCache cache() {
    return cache;
  }

  /** The operation of a message; null if it is none that can be cached. */
  @Nullable CachedOperation of(Message message) {
    Exchange exchange = message.getExchange();
    BindingOperationInfo info = exchange.getBindingOperationInfo();
    if (info == null || !(message instanceof SoapMessage)) {
      return null;
    }
    Known known = info.getProperty(PROPERTY, Known.class);
    if (known == null || known.owner != this) {
      known = new Known(this, find(exchange, info));
      info.setProperty(PROPERTY, known);
    }
    return known.cachedOperation;
  }

  /** Compares the names in the policy with those of a service that is to be called or served. */
  void introduce(Service service) {
    Class<?> type = type(service);
    ServiceModel model = type == null ? null : model(service, type);
    if (model != null) {
      CallCache.of(cache)
          .warnOfNamesThatFitNothing(List.of(KnownService.of(model, service.getName())), false);
    }
  }

  /** The class that says what a service is; null where there is none, as for a dispatch. */
  private static @Nullable Class<?> type(Service service) {
    Object type = service.get(ReflectionServiceFactoryBean.ENDPOINT_CLASS);
    return type instanceof Class<?> stated && !stated.getName().startsWith("org.apache.cxf.")
        ? stated
        : null;
  }

  private @Nullable ServiceModel model(Service service, Class<?> type) {
    return models.computeIfAbsent(type, key -> read(service, key)).orElse(null);
  }

  private @Nullable CachedOperation find(Exchange exchange, BindingOperationInfo info) {
    Service service = exchange.getService();
    Class<?> endpointClass = type(service);
    if (endpointClass == null) {
      tell(service, "it has no service endpoint interface");
      return null;
    }
    ServiceModel model = model(service, endpointClass);
    if (model == null) {
      return null;
    }
    List<OperationModel> named =
        model.operations().stream()
            .filter(each -> each.name().getLocalPart().equals(info.getName().getLocalPart()))
            .toList();
    if (named.size() != 1) {
      tell(service, endpointClass.getName() + " has no one method for " + info.getName());
      return null;
    }
    return CallCache.of(cache).cachedOperation(model, named.get(0), service.getName());
  }

  private Optional<ServiceModel> read(Service service, Class<?> type) {
    try {
      return Optional.of(
          type.isInterface() ? ServiceModel.of(type) : ServiceModel.ofImplementation(type));
    } catch (RuntimeException | LinkageError e) {
      tell(service, e.getMessage());
      return Optional.empty();
    }
  }

  private void tell(Service service, @Nullable String reason) {
    if (told.add(service.getName())) {
      log.warn("calls of {} go past the cache: {}", service.getName(), reason);
    }
  }
}
