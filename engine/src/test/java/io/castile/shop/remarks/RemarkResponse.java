package io.castile.shop.remarks;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "remarkResponse",
    namespace = "urn:remarks",
    propOrder = {"text"})
public class RemarkResponse {
  @XmlElementRef(name = "text", type = JAXBElement.class, required = false)
  protected JAXBElement<String> text;

  public JAXBElement<String> getText() {
    return text;
  }

  public void setText(JAXBElement<String> text) {
    this.text = text;
  }
}
