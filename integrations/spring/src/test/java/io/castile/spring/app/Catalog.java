package io.castile.spring.app;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service that the application calls. */
@WebService(targetNamespace = "urn:catalog")
public interface Catalog {
  double getPrice(@WebParam(name = "article") String article);

  void setPrice(@WebParam(name = "article") String article, @WebParam(name = "price") double price);
}
