package io.castile.interop.samples;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "addNumbersResponse", namespace = "urn:add")
@XmlRootElement(name = "addNumbersResponse", namespace = "urn:add")
public class AddResponse {
  @XmlElement(name = "return")
  protected int result;

  public int getReturn() {
    return result;
  }

  public void setReturn(int value) {
    this.result = value;
  }
}
