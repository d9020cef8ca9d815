package io.castile.interop.soak;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service as it may be one day. */
@WebService(name = "Workshop", targetNamespace = Workshop.NAMESPACE)
public interface LaterWorkshop {
  int subtract(@WebParam(name = "a") int a, @WebParam(name = "b") int b);
}
