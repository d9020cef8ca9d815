package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of {@code getSimple}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getSimpleResponse")
public class GetSimpleResponse {
  @XmlElement(name = "return")
  private int value;

  /** For binding. */
  public GetSimpleResponse() {}

  /** A reply of that value, which it keeps. */
  public GetSimpleResponse(int value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public int value() {
    return value;
  }
}
