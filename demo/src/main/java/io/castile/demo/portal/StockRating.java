package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import javax.xml.datatype.XMLGregorianCalendar;

/** What the analysts say about one stock. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"symbol", "rating", "price", "target", "since"})
public class StockRating {
  @XmlElement(required = true)
  private String symbol;

  @XmlElement(required = true)
  @XmlSchemaType(name = "string")
  private Rating rating;

  private double price;

  @XmlElement(required = true)
  private BigDecimal target;

  @XmlElement(required = true)
  @XmlSchemaType(name = "date")
  private XMLGregorianCalendar since;

  /** Returns the symbol of the stock. */
  public String getSymbol() {
    return symbol;
  }

  /** Sets the symbol of the stock. */
  public void setSymbol(String symbol) {
    this.symbol = symbol;
  }

  /** Returns their verdict. */
  public Rating getRating() {
    return rating;
  }

  /** Sets their verdict. */
  public void setRating(Rating rating) {
    this.rating = rating;
  }

  /** Returns the last price, in dollars. */
  public double getPrice() {
    return price;
  }

  /** Sets the last price, in dollars. */
  public void setPrice(double price) {
    this.price = price;
  }

  /** Returns the price that they expect, in dollars. */
  public BigDecimal getTarget() {
    return target;
  }

  /** Sets the price that they expect, in dollars. */
  public void setTarget(BigDecimal target) {
    this.target = target;
  }

  /** Returns the day of their verdict. */
  public XMLGregorianCalendar getSince() {
    return since;
  }

  /** Sets the day of their verdict. */
  public void setSince(XMLGregorianCalendar since) {
    this.since = since;
  }
}
