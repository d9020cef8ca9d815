package io.castile.cxf;

import io.castile.cache.CachedOperation;
import io.castile.cache.ResponseCache;
import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
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

  /** What is known of a binding's operation. */
  private record Known(Sites owner, @Nullable CachedOperation site) {}

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
    return known.site;
  }

  private @Nullable CachedOperation find(Exchange exchange, BindingOperationInfo info) {
    Object type = exchange.getService().get(ReflectionServiceFactoryBean.ENDPOINT_CLASS);
    boolean isStandIn = // of a dispatch
        type instanceof Class<?> stated && stated.getName().startsWith("org.apache.cxf.");
    if (!(type instanceof Class<?> endpointClass) || isStandIn) {
      tell(exchange, "it has no service endpoint interface");
      return null;
    }
    ServiceModel model =
        models.computeIfAbsent(endpointClass, key -> read(exchange, key)).orElse(null);
    if (model == null) {
      return null;
    }
    List<Operation> named =
        model.operations().stream()
            .filter(each -> each.name().getLocalPart().equals(info.getName().getLocalPart()))
            .toList();
    if (named.size() != 1) {
      tell(exchange, endpointClass.getName() + " has no one method for " + info.getName());
      return null;
    }
    return cache.site(model, named.get(0));
  }

  private Optional<ServiceModel> read(Exchange exchange, Class<?> type) {
    try {
      return Optional.of(
          type.isInterface() ? ServiceModel.of(type) : ServiceModel.ofImplementation(type));
    } catch (RuntimeException | LinkageError e) {
      tell(exchange, e.getMessage());
      return Optional.empty();
    }
  }

  private void tell(Exchange exchange, @Nullable String reason) {
    QName service = exchange.getService().getName();
    if (told.add(service)) {
      log.warn("calls of {} go past the cache: {}", service, reason);
    }
  }
}
