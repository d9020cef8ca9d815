package io.castile.shop.jaxws;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlRootElement(name = "halveResponse", namespace = "http://shop.castile.io/")
@XmlType(name = "halveResponse", namespace = "http://shop.castile.io/")
public class HalveResponse {
  protected double half;

  public double getHalf() {
    return half;
  }

  public void setHalf(double half) {
    this.half = half;
  }
}
