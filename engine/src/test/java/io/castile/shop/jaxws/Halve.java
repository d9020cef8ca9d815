package io.castile.shop.jaxws;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlRootElement(name = "halve", namespace = "http://shop.castile.io/")
@XmlType(name = "halve", namespace = "http://shop.castile.io/")
public class Halve {
  protected double whole;

  public double getWhole() {
    return whole;
  }

  public void setWhole(double whole) {
    this.whole = whole;
  }
}
