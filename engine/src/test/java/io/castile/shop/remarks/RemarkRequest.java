package io.castile.shop.remarks;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "remark",
    namespace = "urn:remarks",
    propOrder = {"text", "times"})
public class RemarkRequest {
  @XmlElementRef(name = "text", type = JAXBElement.class, required = false)
  protected JAXBElement<String> text;

  @XmlElementRef(name = "times", type = JAXBElement.class, required = false)
  protected JAXBElement<Integer> times;

  public JAXBElement<String> getText() {
    return text;
  }

  public void setText(JAXBElement<String> text) {
    this.text = text;
  }

  public JAXBElement<Integer> getTimes() {
    return times;
  }

  public void setTimes(JAXBElement<Integer> times) {
    this.times = times;
  }
}
