package io.castile.interop.samples;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "AddFault", namespace = "urn:add")
public class AddFault {
  protected String detail;

  public String getDetail() {
    return detail;
  }

  public void setDetail(String value) {
    this.detail = value;
  }
}
