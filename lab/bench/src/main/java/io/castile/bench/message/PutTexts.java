package io.castile.bench.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** A request whose parameters are texts. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "texts")
@XmlRootElement(name = "putTexts")
public class PutTexts {
  @XmlElement(name = "text")
  private List<String> texts;

  /** For binding. */
  public PutTexts() {}

  /** A request with those texts, which it keeps. */
  public PutTexts(List<String> texts) {
    this.texts = texts;
  }

  /** Returns the texts themselves, not a copy. */
  public List<String> texts() {
    return texts;
  }
}
