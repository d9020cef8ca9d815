package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlType;

/** A verdict on a stock. */
@XmlType
@XmlEnum
public enum Rating {
  /** Buy now. */
  @XmlEnumValue("StrongBuy")
  STRONG_BUY("StrongBuy"),
  /** Buy. */
  @XmlEnumValue("Buy")
  BUY("Buy"),
  /** Keep what you have. */
  @XmlEnumValue("Hold")
  HOLD("Hold"),
  /** Sell. */
  @XmlEnumValue("Sell")
  SELL("Sell"),
  /** Sell now. */
  @XmlEnumValue("StrongSell")
  STRONG_SELL("StrongSell");

  private final String value;

  Rating(String value) {
    this.value = value;
  }

  /** Returns the verdict as it is written. */
  public String value() {
    return value;
  }
}
