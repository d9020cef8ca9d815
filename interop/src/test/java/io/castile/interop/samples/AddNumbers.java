package io.castile.interop.samples;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.util.concurrent.Future;

/** As generators write it from a WSDL, with asynchronous methods. */
@WebService(name = "AddNumbers", targetNamespace = "urn:add")
public interface AddNumbers {
  @WebResult(targetNamespace = "")
  @RequestWrapper(
      localName = "addNumbers",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddRequest")
  @ResponseWrapper(
      localName = "addNumbersResponse",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddResponse")
  int addNumbers(
      @WebParam(name = "arg0", targetNamespace = "") int first,
      @WebParam(name = "arg1", targetNamespace = "") int second)
      throws AddNumbersException;

  @WebMethod(operationName = "addNumbers")
  @RequestWrapper(
      localName = "addNumbers",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddRequest")
  @ResponseWrapper(
      localName = "addNumbersResponse",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddResponse")
  Response<AddResponse> addNumbersAsync(
      @WebParam(name = "arg0", targetNamespace = "") int first,
      @WebParam(name = "arg1", targetNamespace = "") int second);

  @WebMethod(operationName = "addNumbers")
  @RequestWrapper(
      localName = "addNumbers",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddRequest")
  @ResponseWrapper(
      localName = "addNumbersResponse",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddResponse")
  Future<?> addNumbersAsync(
      @WebParam(name = "arg0", targetNamespace = "") int first,
      @WebParam(name = "arg1", targetNamespace = "") int second,
      @WebParam(name = "asyncHandler", targetNamespace = "") AsyncHandler<AddResponse> handler);
}
