package io.castile.stock;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.axis2.AxisFault;

/** A service of which Axis2 makes a description. */
public final class Quotes {
  /** A line of a request and of a response, by its accessors. */
  public static final class Line {
    private String symbol;
    private BigInteger count;
    private BigDecimal price;
    private double weight;
    private boolean sold;
    private byte[] picture;
    private String[] tags;

    public String getSymbol() {
      return symbol;
    }

    public void setSymbol(String symbol) {
      this.symbol = symbol;
    }

    public BigInteger getCount() {
      return count;
    }

    public void setCount(BigInteger count) {
      this.count = count;
    }

    public BigDecimal getPrice() {
      return price;
    }

    public void setPrice(BigDecimal price) {
      this.price = price;
    }

    public double getWeight() {
      return weight;
    }

    public void setWeight(double weight) {
      this.weight = weight;
    }

    public boolean isSold() {
      return sold;
    }

    public void setSold(boolean sold) {
      this.sold = sold;
    }

    public byte[] getPicture() {
      return picture;
    }

    public void setPicture(byte[] picture) {
      this.picture = picture;
    }

    public String[] getTags() {
      return tags;
    }

    public void setTags(String[] tags) {
      this.tags = tags;
    }
  }

  public Line[] echo(Line[] lines) {
    return lines;
  }

  public int length(String text) throws AxisFault {
    if (text == null || text.isEmpty()) {
      throw new AxisFault("there is no text");
    }
    return text.length();
  }
}
