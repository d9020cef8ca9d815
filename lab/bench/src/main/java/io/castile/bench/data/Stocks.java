package io.castile.bench.data;

import io.castile.bench.message.RatedStock;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.util.List;

/** The service of whole calls in the suite {@code differential}: small questions, long answers. */
@WebService(targetNamespace = RatedStock.NAMESPACE)
public interface Stocks {
  /** The ratings of the stocks of a portfolio. */
  @WebMethod
  @WebResult(name = "return")
  List<RatedStock> getRatings(@WebParam(name = "portfolio") String portfolio);

  /** The values of a series. */
  @WebMethod
  @WebResult(name = "return")
  double[] getValues(@WebParam(name = "series") String series);
}
