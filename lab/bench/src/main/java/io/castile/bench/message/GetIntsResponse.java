package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** The reply of {@code getInts}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getIntsResponse")
public class GetIntsResponse {
  @XmlElement(name = "return", type = Integer.class)
  private List<Integer> value;

  /** For binding. */
  public GetIntsResponse() {}

  /** A reply of that value, which it keeps. */
  public GetIntsResponse(List<Integer> value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public List<Integer> value() {
    return value;
  }
}
