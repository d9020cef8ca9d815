package io.castile.bench.data;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.util.List;

/** The service of parameterized caching: texts there and back. */
@WebService(targetNamespace = Texts.NAMESPACE)
public interface Texts {
  /** The namespace of the service. */
  String NAMESPACE = "urn:castile:texts";

  /** A greeting of that name. */
  @WebMethod
  @WebResult(name = "return")
  String getText(@WebParam(name = "name") String name);

  /** Takes texts and returns how many characters they have. */
  @WebMethod
  @WebResult(name = "return")
  int putTexts(@WebParam(name = "text") List<String> texts);

  /** Texts of so many bytes; others for another version. */
  @WebMethod
  @WebResult(name = "return")
  List<String> getTexts(
      @WebParam(name = "bytes") int bytes, @WebParam(name = "version") int version);
}
