package io.castile.cxf;

import io.castile.shop.Item;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.util.concurrent.Future;

/** The shop's interface with asynchronous methods, as generated from a WSDL. */
@WebService(name = "WrappedShop", targetNamespace = "http://shop.castile.io/")
public interface AsyncShop {
  /** The wrapper of a response, which asynchronous methods bring. */
  @XmlRootElement(name = "addResponse", namespace = "http://shop.castile.io/")
  class AddResponse {
    @XmlElement(name = "return")
    public int result;
  }

  /** As above. */
  @XmlRootElement(name = "sameItemResponse", namespace = "http://shop.castile.io/")
  class SameItemResponse {
    @XmlElement(name = "return")
    public Item result;
  }

  /** As above. */
  @XmlRootElement(name = "failResponse", namespace = "http://shop.castile.io/")
  class FailResponse {}

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$AddResponse")
  int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$AddResponse")
  Response<AddResponse> addAsync(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$AddResponse")
  Future<?> addAsync(
      @WebParam(name = "a") int a, @WebParam(name = "b") int b, AsyncHandler<AddResponse> handler);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$SameItemResponse")
  Item sameItem(@WebParam(name = "arg0") Item item);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$SameItemResponse")
  Response<SameItemResponse> sameItemAsync(@WebParam(name = "arg0") Item item);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$SameItemResponse")
  Future<?> sameItemAsync(
      @WebParam(name = "arg0") Item item, AsyncHandler<SameItemResponse> handler);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$FailResponse")
  void fail(@WebParam(name = "how") String how);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$FailResponse")
  Response<FailResponse> failAsync(@WebParam(name = "how") String how);

  @ResponseWrapper(className = "io.castile.cxf.AsyncShop$FailResponse")
  Future<?> failAsync(@WebParam(name = "how") String how, AsyncHandler<FailResponse> handler);
}
