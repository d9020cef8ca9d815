package io.castile.interop.samples;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;

@WebService(
    name = "AddNumbers",
    targetNamespace = "urn:add",
    serviceName = "AddNumbersService",
    portName = "AddNumbersPort")
public class AddNumbersImpl {
  @WebResult(targetNamespace = "")
  @RequestWrapper(
      localName = "addNumbers",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddRequest")
  @ResponseWrapper(
      localName = "addNumbersResponse",
      targetNamespace = "urn:add",
      className = "io.castile.interop.samples.AddResponse")
  public int addNumbers(
      @WebParam(name = "arg0", targetNamespace = "") int first,
      @WebParam(name = "arg1", targetNamespace = "") int second)
      throws AddNumbersException {
    if (first < 0 || second < 0) {
      AddFault fault = new AddFault();
      fault.setDetail("numbers: " + first + ", " + second);
      throw new AddNumbersException("negative numbers cannot be added", fault);
    }
    if (first == 404) {
      throw new IllegalStateException("not found");
    }
    return first + second;
  }
}
