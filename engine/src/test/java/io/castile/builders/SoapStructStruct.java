package io.castile.builders;

import jakarta.xml.bind.annotation.XmlType;

/** A struct of the tests. */
@XmlType(
    name = "SOAPStructStruct",
    propOrder = {"varString", "varInt", "varFloat", "varStruct"})
public class SoapStructStruct {
  private String varString;
  private int varInt;
  private float varFloat;
  private SoapStruct varStruct;

  public SoapStructStruct() {}

  public SoapStructStruct(String varString, int varInt, float varFloat, SoapStruct varStruct) {
    this.varString = varString;
    this.varInt = varInt;
    this.varFloat = varFloat;
    this.varStruct = varStruct;
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

  public SoapStruct getVarStruct() {
    return varStruct;
  }

  public void setVarStruct(SoapStruct varStruct) {
    this.varStruct = varStruct;
  }
}
