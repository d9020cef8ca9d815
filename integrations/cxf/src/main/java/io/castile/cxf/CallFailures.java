package io.castile.cxf;

import io.castile.cache.internal.OriginReply;
import io.castile.soap.Headers;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.transport.http.HTTPException;
import org.jspecify.annotations.Nullable;

/** Says what it means to the cache that a client's call failed. */
final class CallFailures {
  private CallFailures() {}

  /** Null if it is neither an answer nor a failure of the service's. */
  static @Nullable OriginReply reply(Throwable thrown, Method method) {
    if (isDeclared(thrown, method)) {
      return OriginReply.FAULT;
    }
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof HTTPException http) {
        int status = http.getResponseCode();
        boolean isServers = status == 500 || (status >= 502 && status <= 504);
        return isServers ? new OriginReply(OriginReply.Kind.FAILURE, status, Headers.NONE) : null;
      }
      if (each instanceof IOException) {
        return OriginReply.FAILURE;
      }
    }
    if (thrown instanceof SOAPFaultException fault && fault.getFault() != null) {
      return ofCode(fault.getFault().getFaultCodeAsQName());
    }
    if (thrown instanceof SoapFault fault) {
      return ofCode(fault.getFaultCode());
    }
    return thrown instanceof Fault ? OriginReply.FAULT : null;
  }

  static boolean isDeclared(Throwable thrown, Method method) {
    return Arrays.stream(method.getExceptionTypes()).anyMatch(type -> type.isInstance(thrown));
  }

  private static OriginReply ofCode(@Nullable QName code) {
    String name = code == null ? "" : code.getLocalPart();
    boolean isReceiver =
        name.equals("Server") || name.startsWith("Server.") || name.equals("Receiver");
    return isReceiver ? OriginReply.FAILURE : OriginReply.FAULT;
  }
}
