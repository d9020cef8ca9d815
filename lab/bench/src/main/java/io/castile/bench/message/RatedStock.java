package io.castile.bench.message;

import io.castile.demo.portal.Rating;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/** What is said about one stock in the messages of the suite {@code differential}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    propOrder = {"symbol", "company", "rating", "price", "target", "analysts", "updated"},
    namespace = RatedStock.NAMESPACE)
@SuppressWarnings("serial") // The calendar of the platform is serializable, its type is not.
public class RatedStock implements Serializable {
  /** The namespace of its type. */
  public static final String NAMESPACE = "urn:castile:stocks";

  private static final long serialVersionUID = 1;

  private String symbol;
  private String company;
  private Rating rating;
  private double price;
  private int target;
  private int analysts;
  private XMLGregorianCalendar updated;

  /** For binding. */
  public RatedStock() {}

  /** A rating with all that there is to say. */
  public RatedStock(
      String symbol,
      String company,
      Rating rating,
      double price,
      int target,
      int analysts,
      XMLGregorianCalendar updated) {
    this.symbol = symbol;
    this.company = company;
    this.rating = rating;
    this.price = price;
    this.target = target;
    this.analysts = analysts;
    this.updated = updated;
  }

  /** Returns the symbol of the stock. */
  public String getSymbol() {
    return symbol;
  }

  /** Returns the name of the company. */
  public String getCompany() {
    return company;
  }

  /** Returns the verdict of the analysts. */
  public Rating getRating() {
    return rating;
  }

  /** Returns the last price, in dollars. */
  public double getPrice() {
    return price;
  }

  /** Returns the price that they expect, in dollars. */
  public int getTarget() {
    return target;
  }

  /** Returns how many analysts there are. */
  public int getAnalysts() {
    return analysts;
  }

  /** Returns when the verdict was given. */
  public XMLGregorianCalendar getUpdated() {
    return updated;
  }

  /** Returns all that is said, in the order of the message. */
  public List<Object> values() {
    return List.of(symbol, company, rating, price, target, analysts, updated);
  }
}
