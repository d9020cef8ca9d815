package io.castile.bench.message;

import io.castile.demo.portal.Complex;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of {@code getComplex}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getComplexResponse")
public class GetComplexResponse {
  @XmlElement(name = "return")
  private Complex value;

  /** For binding. */
  public GetComplexResponse() {}

  /** A reply of that value, which it keeps. */
  public GetComplexResponse(Complex value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public Complex value() {
    return value;
  }
}
