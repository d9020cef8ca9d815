package io.castile.cxf;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** Returns what it is given. */
@WebService(targetNamespace = "urn:traced")
public interface TracedService {
  Traced same(@WebParam(name = "bean") Traced bean);
}
