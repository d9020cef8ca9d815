package io.castile.bench.data;

import io.castile.demo.portal.Mio;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.util.List;

/** Another service whose messages have the names and types of those of {@link Numbers}. */
@WebService(name = "Numbers", targetNamespace = Numbers.NAMESPACE)
public interface LikeNumbers extends Numbers {
  @Override
  @WebMethod
  @WebResult(name = "return")
  int putArray(@WebParam(name = "value") double[] values);

  @Override
  @WebMethod
  @WebResult(name = "return")
  int putList(@WebParam(name = "value") List<Double> values);

  @Override
  @WebMethod
  @WebResult(name = "return")
  int putMios(@WebParam(name = "value") List<Mio> values);

  @Override
  @WebMethod
  @WebResult(name = "return")
  int putTrackedMios(@WebParam(name = "value") List<TrackedMio> values);
}
