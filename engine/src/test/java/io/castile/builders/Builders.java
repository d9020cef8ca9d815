package io.castile.builders;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.util.Calendar;
import java.util.Map;

/** What SOAPBuilders tested with, round 2, and graphs. */
@WebService(
    name = "InteropTestPortType",
    serviceName = "InteropTestService",
    targetNamespace = "http://soapinterop.org/")
@SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
@XmlSeeAlso({SoapStruct.class, SoapStructStruct.class, SoapArrayStruct.class, Node.class})
public interface Builders {
  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  String echoString(@WebParam(partName = "inputString") String value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  String[] echoStringArray(@WebParam(partName = "inputStringArray") String[] value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  int echoInteger(@WebParam(partName = "inputInteger") int value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  int[] echoIntegerArray(@WebParam(partName = "inputIntegerArray") int[] value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  float echoFloat(@WebParam(partName = "inputFloat") float value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  float[] echoFloatArray(@WebParam(partName = "inputFloatArray") float[] value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  SoapStruct echoStruct(@WebParam(partName = "inputStruct") SoapStruct value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  SoapStruct[] echoStructArray(@WebParam(partName = "inputStructArray") SoapStruct[] value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  byte[] echoBase64(@WebParam(partName = "inputBase64") byte[] value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  Calendar echoDate(@WebParam(partName = "inputDate") Calendar value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  BigDecimal echoDecimal(@WebParam(partName = "inputDecimal") BigDecimal value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  boolean echoBoolean(@WebParam(partName = "inputBoolean") boolean value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  String[][] echo2DStringArray(@WebParam(partName = "input2DStringArray") String[][] value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  SoapStructStruct echoNestedStruct(@WebParam(partName = "inputStruct") SoapStructStruct value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  SoapArrayStruct echoNestedArray(@WebParam(partName = "inputStruct") SoapArrayStruct value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  Map<Object, Object> echoMap(@WebParam(partName = "inputMap") Map<Object, Object> value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  Node echoNode(@WebParam(partName = "inputNode") Node value);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  Object echoAny(@WebParam(partName = "inputAny") Object value);

  @WebMethod(action = "http://soapinterop.org/")
  void echoVoid();

  @WebMethod(action = "http://soapinterop.org/")
  void echoStructAsSimpleTypes(
      @WebParam(partName = "inputStruct") SoapStruct value,
      @WebParam(partName = "outputString", mode = WebParam.Mode.OUT) Holder<String> text,
      @WebParam(partName = "outputInteger", mode = WebParam.Mode.OUT) Holder<Integer> number,
      @WebParam(partName = "outputFloat", mode = WebParam.Mode.OUT) Holder<Float> real);

  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  SoapStruct echoSimpleTypesAsStruct(
      @WebParam(partName = "inputString") String text,
      @WebParam(partName = "inputInteger") int number,
      @WebParam(partName = "inputFloat") float real);

  /** Whether both arguments are one object. */
  @WebMethod(action = "http://soapinterop.org/")
  @WebResult(partName = "return")
  boolean areSame(@WebParam(partName = "one") Node one, @WebParam(partName = "other") Node other);

  /** Swaps two values. */
  @WebMethod(action = "http://soapinterop.org/")
  void swap(
      @WebParam(partName = "one", mode = WebParam.Mode.INOUT) Holder<Node> one,
      @WebParam(partName = "other", mode = WebParam.Mode.INOUT) Holder<Node> other);
}
