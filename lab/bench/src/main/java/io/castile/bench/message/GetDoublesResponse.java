package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** The reply of {@code getDoubles}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getDoublesResponse")
public class GetDoublesResponse {
  @XmlElement(name = "return", type = Double.class)
  private List<Double> value;

  /** For binding. */
  public GetDoublesResponse() {}

  /** A reply of that value, which it keeps. */
  public GetDoublesResponse(List<Double> value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public List<Double> value() {
    return value;
  }
}
