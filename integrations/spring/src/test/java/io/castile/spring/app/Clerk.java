package io.castile.spring.app;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import org.springframework.stereotype.Component;

/** A service of the application itself, whose bean is a proxy of Spring's. */
@Component
@WebService(serviceName = "office", targetNamespace = "urn:office")
public class Clerk {
  public String sign(@WebParam(name = "paper") String paper) {
    return paper + " signed";
  }
}
