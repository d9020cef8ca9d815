package io.castile.shop;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "item",
    propOrder = {"name", "price", "stock", "color", "tags", "note"})
public class Item {
  public enum Color {
    RED,
    GREEN
  }

  @XmlElement(required = true)
  protected String name;

  protected BigDecimal price;
  protected int stock;
  protected Color color;
  protected List<String> tags;

  @XmlElement(nillable = true)
  protected String note;

  public Item() {}

  public Item(String name, String price, int stock, Color color, String... tags) {
    this.name = name;
    this.price = new BigDecimal(price);
    this.stock = stock;
    this.color = color;
    this.tags = new ArrayList<>(List.of(tags));
  }

  public String getName() {
    return name;
  }

  public int getStock() {
    return stock;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Item that
        && getClass() == other.getClass()
        && Objects.equals(name, that.name)
        && Objects.equals(price, that.price)
        && stock == that.stock
        && color == that.color
        && Objects.equals(tags, that.tags)
        && Objects.equals(note, that.note);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, price, stock);
  }

  @Override
  public String toString() {
    return "Item[" + name + ", " + price + ", " + stock + ", " + color + ", " + tags + "]";
  }
}
