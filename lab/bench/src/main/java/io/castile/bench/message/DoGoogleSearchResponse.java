package io.castile.bench.message;

import io.castile.demo.portal.GoogleSearchResult;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of {@code doGoogleSearch}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "doGoogleSearchResponse")
public class DoGoogleSearchResponse {
  @XmlElement(name = "return")
  private GoogleSearchResult value;

  /** For binding. */
  public DoGoogleSearchResponse() {}

  /** A reply of that value, which it keeps. */
  public DoGoogleSearchResponse(GoogleSearchResult value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public GoogleSearchResult value() {
    return value;
  }
}
