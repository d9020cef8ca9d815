package io.castile.interop.samples;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "addNumbers", namespace = "urn:add")
@XmlRootElement(name = "addNumbers", namespace = "urn:add")
public class AddRequest {
  protected int arg0;
  protected int arg1;

  public int getArg0() {
    return arg0;
  }

  public void setArg0(int value) {
    this.arg0 = value;
  }

  public int getArg1() {
    return arg1;
  }

  public void setArg1(int value) {
    this.arg1 = value;
  }
}
