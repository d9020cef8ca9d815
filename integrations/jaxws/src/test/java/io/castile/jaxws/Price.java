package io.castile.jaxws;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlRootElement(name = "price", namespace = "urn:quotes")
public class Price {
  protected String symbol;

  public String getSymbol() {
    return symbol;
  }

  public void setSymbol(String value) {
    this.symbol = value;
  }
}
