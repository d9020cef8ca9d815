package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** The reply of {@code getRatings}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value", namespace = RatedStock.NAMESPACE)
@XmlRootElement(name = "getRatingsResponse", namespace = RatedStock.NAMESPACE)
public class RatingsResponse {
  @XmlElement(name = "return")
  private List<RatedStock> value;

  /** For binding. */
  public RatingsResponse() {}

  /** A reply of that value, which it keeps. */
  public RatingsResponse(List<RatedStock> value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public List<RatedStock> value() {
    return value;
  }
}
