package io.castile.spring.app;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import org.springframework.stereotype.Component;

/** A service of the application itself. */
@Component
@WebService(targetNamespace = "urn:greeter")
public class Greeter {
  public String greet(@WebParam(name = "name") String name) {
    if (name.isEmpty()) {
      throw new WebServiceException("expected a name");
    }
    return "hello " + name;
  }
}
