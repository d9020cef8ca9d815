package io.castile.jaxws;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlRootElement(name = "priceResponse", namespace = "urn:quotes")
public class PriceResponse {
  protected double value;

  public double getValue() {
    return value;
  }

  public void setValue(double value) {
    this.value = value;
  }
}
