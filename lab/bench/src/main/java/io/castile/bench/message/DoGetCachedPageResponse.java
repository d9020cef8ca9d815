package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of {@code doGetCachedPage}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "doGetCachedPageResponse")
public class DoGetCachedPageResponse {
  @XmlElement(name = "return")
  private byte[] value;

  /** For binding. */
  public DoGetCachedPageResponse() {}

  /** A reply of that value, which it keeps. */
  public DoGetCachedPageResponse(byte[] value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public byte[] value() {
    return value;
  }
}
