package io.castile.builders;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.util.Calendar;
import java.util.Map;

/** Answers what was asked. */
@WebService(
    serviceName = "InteropTestService",
    targetNamespace = "http://soapinterop.org/",
    endpointInterface = "io.castile.builders.Builders")
public class BuildersService implements Builders {
  @Override
  public String echoString(String value) {
    return value;
  }

  @Override
  public String[] echoStringArray(String[] value) {
    return value;
  }

  @Override
  public int echoInteger(int value) {
    return value;
  }

  @Override
  public int[] echoIntegerArray(int[] value) {
    return value;
  }

  @Override
  public float echoFloat(float value) {
    return value;
  }

  @Override
  public float[] echoFloatArray(float[] value) {
    return value;
  }

  @Override
  public SoapStruct echoStruct(SoapStruct value) {
    return value;
  }

  @Override
  public SoapStruct[] echoStructArray(SoapStruct[] value) {
    return value;
  }

  @Override
  public byte[] echoBase64(byte[] value) {
    return value;
  }

  @Override
  public Calendar echoDate(Calendar value) {
    return value;
  }

  @Override
  public BigDecimal echoDecimal(BigDecimal value) {
    return value;
  }

  @Override
  public boolean echoBoolean(boolean value) {
    return value;
  }

  @Override
  public String[][] echo2DStringArray(String[][] value) {
    return value;
  }

  @Override
  public SoapStructStruct echoNestedStruct(SoapStructStruct value) {
    return value;
  }

  @Override
  public SoapArrayStruct echoNestedArray(SoapArrayStruct value) {
    return value;
  }

  @Override
  public Map<Object, Object> echoMap(Map<Object, Object> value) {
    return value;
  }

  @Override
  public Node echoNode(Node value) {
    return value;
  }

  @Override
  public Object echoAny(Object value) {
    return value;
  }

  @Override
  public void echoVoid() {}

  @Override
  public void echoStructAsSimpleTypes(
      SoapStruct value, Holder<String> text, Holder<Integer> number, Holder<Float> real) {
    text.value = value.getVarString();
    number.value = value.getVarInt();
    real.value = value.getVarFloat();
  }

  @Override
  public SoapStruct echoSimpleTypesAsStruct(String text, int number, float real) {
    return new SoapStruct(text, number, real);
  }

  @Override
  public boolean areSame(Node one, Node other) {
    return one == other;
  }

  @Override
  public void swap(Holder<Node> one, Holder<Node> other) {
    Node first = one.value;
    one.value = other.value;
    other.value = first;
  }
}
