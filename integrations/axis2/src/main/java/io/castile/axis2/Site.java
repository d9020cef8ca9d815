package io.castile.axis2;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.jspecify.annotations.Nullable;

/**
 * An operation at an endpoint, as the cache knows it, and what the policy that holds now says of
 * it.
 *
 * @param operation as the cache knows it
 * @param endpoint the address
 * @param policy what holds for it
 */
record Site(
    ResponseCache cache, CachedOperation operation, String endpoint, OperationPolicy policy) {
  /** What generated clients add to the name of their service: a time and a count. */
  private static final Pattern NUMBER = Pattern.compile("\\d{10,}_\\d+$");

  /**
   * Returns the operation that a request calls.
   *
   * @return null where the policy has nothing to do with it
   * @throws AxisFault if the service's policy is none
   */
  static @Nullable Site of(MessageContext request, String endpoint) throws AxisFault {
    AxisService service = request.getAxisService();
    AxisOperation called = request.getAxisOperation();
    if (service == null || called == null) {
      return null;
    }
    ResponseCache cache = CastileModule.cache(service);
    QName name = cache == null ? null : name(request, called, service);
    if (cache == null || name == null) {
      return null;
    }
    QName serviceName = name(request, service);
    CachedOperation operation = CallCache.of(cache).cachedOperation(serviceName, name);
    if (!CallCache.of(cache).concerns(operation, endpoint)) {
      return null;
    }
    OperationPolicy policy =
        cache
            .policy()
            .forTarget(new CachePolicy.Target(serviceName.toString(), endpoint, name.toString()));
    return new Site(cache, operation, endpoint, policy);
  }

  /**
   * The name of the service; an empty one for that of a client without a description. Generated
   * clients number theirs.
   */
  private static QName name(MessageContext request, AxisService service) {
    String name = service.getName();
    if (request.isServerSide()) {
      return new QName(namespace(service), name);
    }
    return name.startsWith(ServiceClient.ANON_SERVICE)
        ? new QName("")
        : new QName(namespace(service), NUMBER.matcher(name).replaceFirst(""));
  }

  /**
   * The name of the operation; of a client without a description, the name of the element in the
   * body. Null for an empty body.
   */
  private static @Nullable QName name(
      MessageContext request, AxisOperation operation, AxisService service) {
    QName name = operation.getName();
    boolean isAnonymous =
        Constants.AXIS2_NAMESPACE_URI.equals(name.getNamespaceURI())
            && name.getLocalPart().startsWith("anon");
    if (!isAnonymous) {
      return name.getNamespaceURI().isEmpty()
          ? new QName(namespace(service), name.getLocalPart())
          : name;
    }
    SOAPEnvelope envelope = request.getEnvelope();
    OMElement first =
        envelope == null || envelope.getBody() == null
            ? null
            : envelope.getBody().getFirstElement();
    return first == null ? null : first.getQName();
  }

  private static String namespace(AxisService service) {
    String namespace = service.getTargetNamespace();
    return namespace == null ? "" : namespace;
  }
}
