package io.castile.bench.data;

import io.castile.demo.portal.Mio;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.util.List;

/** A service that takes the arrays of the bSOAP paper, in the forms that applications have. */
@WebService(targetNamespace = Numbers.NAMESPACE)
public interface Numbers {
  /** The namespace of the service. */
  String NAMESPACE = "urn:castile:numbers";

  /** Takes doubles and returns how many. */
  @WebMethod
  @WebResult(name = "return")
  int putArray(@WebParam(name = "value") double[] values);

  /** Takes doubles and returns how many. */
  @WebMethod
  @WebResult(name = "return")
  int putList(@WebParam(name = "value") List<Double> values);

  /** Takes mesh objects and returns how many. */
  @WebMethod
  @WebResult(name = "return")
  int putMios(@WebParam(name = "value") List<Mio> values);

  /** Takes mesh objects that know their changes and returns how many. */
  @WebMethod
  @WebResult(name = "return")
  int putTrackedMios(@WebParam(name = "value") List<TrackedMio> values);
}
