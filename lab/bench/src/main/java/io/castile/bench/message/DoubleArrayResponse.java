package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The message of {@link GetDoublesResponse}, kept as applications with many numbers keep it. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getDoublesResponse")
public class DoubleArrayResponse {
  @XmlElement(name = "return")
  private double[] value;

  /** For binding. */
  public DoubleArrayResponse() {}

  /** A reply of that value, which it keeps. */
  public DoubleArrayResponse(double[] value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public double[] value() {
    return value;
  }
}
