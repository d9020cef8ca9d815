package io.castile.interop.faults;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A line of a board. The venue is new in the second edition of the service. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "line",
    propOrder = {"name", "price", "stock", "time", "rate", "side", "tags", "venue"})
public class Line {
  public enum Side {
    BUY,
    SELL
  }

  protected String name;
  protected BigDecimal price;
  protected int stock;
  protected String time;
  protected double rate;
  protected Side side;
  protected List<String> tags = new ArrayList<>();
  protected String venue;

  @Override
  public boolean equals(Object other) {
    return other instanceof Line line
        && Objects.equals(name, line.name)
        && Objects.equals(price, line.price)
        && stock == line.stock
        && Objects.equals(time, line.time)
        && Double.compare(rate, line.rate) == 0
        && side == line.side
        && Objects.equals(tags, line.tags)
        && Objects.equals(venue, line.venue);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, price, stock);
  }

  /** All of it. */
  @Override
  public String toString() {
    return String.join(
        "|",
        name,
        String.valueOf(price),
        String.valueOf(stock),
        time,
        String.valueOf(rate),
        String.valueOf(side),
        tags.toString(),
        venue);
  }
}
