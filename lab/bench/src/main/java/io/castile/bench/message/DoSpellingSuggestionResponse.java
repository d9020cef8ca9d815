package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of {@code doSpellingSuggestion}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "doSpellingSuggestionResponse")
public class DoSpellingSuggestionResponse {
  @XmlElement(name = "return")
  private String value;

  /** For binding. */
  public DoSpellingSuggestionResponse() {}

  /** A reply of that value, which it keeps. */
  public DoSpellingSuggestionResponse(String value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public String value() {
    return value;
  }
}
