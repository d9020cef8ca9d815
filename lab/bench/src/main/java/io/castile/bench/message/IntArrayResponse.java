package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The message of {@link GetIntsResponse}, kept as applications with many numbers keep it. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getIntsResponse")
public class IntArrayResponse {
  @XmlElement(name = "return")
  private int[] value;

  /** For binding. */
  public IntArrayResponse() {}

  /** A reply of that value, which it keeps. */
  public IntArrayResponse(int[] value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public int[] value() {
    return value;
  }
}
