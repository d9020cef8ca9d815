package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** The reply of {@code getArray}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getArrayResponse")
public class GetArrayResponse {
  @XmlElement(name = "return")
  private List<String> value;

  /** For binding. */
  public GetArrayResponse() {}

  /** A reply of that value, which it keeps. */
  public GetArrayResponse(List<String> value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public List<String> value() {
    return value;
  }
}
