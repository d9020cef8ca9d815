package io.castile.builders;

import jakarta.xml.bind.annotation.XmlType;

/** A struct of the tests. */
@XmlType(
    name = "SOAPStruct",
    propOrder = {"varString", "varInt", "varFloat"})
public class SoapStruct {
  private String varString;
  private int varInt;
  private float varFloat;

  public SoapStruct() {}

  public SoapStruct(String varString, int varInt, float varFloat) {
    this.varString = varString;
    this.varInt = varInt;
    this.varFloat = varFloat;
  }

  public String getVarString() {
    return varString;
  }

  public void setVarString(String varString) {
    this.varString = varString;
  }

  public int getVarInt() {
    return varInt;
  }

  public void setVarInt(int varInt) {
    this.varInt = varInt;
  }

  public float getVarFloat() {
    return varFloat;
  }

  public void setVarFloat(float varFloat) {
    this.varFloat = varFloat;
  }
}
