package io.castile.interop.faults;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A line in the third edition of the service: its elements come in another order. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "line",
    propOrder = {"venue", "tags", "name", "side", "rate", "time", "stock", "price"})
public class ReorderedLine {
  protected String venue;
  protected List<String> tags = new ArrayList<>();
  protected String name;
  protected Line.Side side;
  protected double rate;
  protected String time;
  protected int stock;
  protected BigDecimal price;

  static ReorderedLine of(Line line) {
    ReorderedLine reordered = new ReorderedLine();
    reordered.venue = line.venue;
    reordered.tags = line.tags;
    reordered.name = line.name;
    reordered.side = line.side;
    reordered.rate = line.rate;
    reordered.time = line.time;
    reordered.stock = line.stock;
    reordered.price = line.price;
    return reordered;
  }

  Line line() {
    Line line = new Line();
    line.venue = venue;
    line.tags = tags;
    line.name = name;
    line.side = side;
    line.rate = rate;
    line.time = time;
    line.stock = stock;
    line.price = price;
    return line;
  }
}
