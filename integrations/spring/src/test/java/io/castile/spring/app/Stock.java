package io.castile.spring.app;

import io.castile.spring.client.CastileClient;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** Another service that the application calls. */
@CastileClient("annotated")
@WebService(targetNamespace = "urn:stock")
public interface Stock {
  List<String> findArticles(@WebParam(name = "depot") String depot);
}
