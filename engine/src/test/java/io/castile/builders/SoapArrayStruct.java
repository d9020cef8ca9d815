package io.castile.builders;

import jakarta.xml.bind.annotation.XmlType;

/** A struct of the tests. */
@XmlType(
    name = "SOAPArrayStruct",
    propOrder = {"varString", "varInt", "varFloat", "varArray"})
public class SoapArrayStruct {
  private String varString;
  private int varInt;
  private float varFloat;
  private String[] varArray;

  public SoapArrayStruct() {}

  public SoapArrayStruct(String varString, int varInt, float varFloat, String[] varArray) {
    this.varString = varString;
    this.varInt = varInt;
    this.varFloat = varFloat;
    this.varArray = varArray;
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

  public String[] getVarArray() {
    return varArray;
  }

  public void setVarArray(String[] varArray) {
    this.varArray = varArray;
  }
}
