package io.castile.bench.message;

import io.castile.demo.portal.Tuple;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of {@code getTuple}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getTupleResponse")
public class GetTupleResponse {
  @XmlElement(name = "return")
  private Tuple value;

  /** For binding. */
  public GetTupleResponse() {}

  /** A reply of that value, which it keeps. */
  public GetTupleResponse(Tuple value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public Tuple value() {
    return value;
  }
}
