package io.castile.shop;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Objects;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "specialItem")
public class SpecialItem extends Item {
  protected double discount;

  public SpecialItem() {}

  public SpecialItem(String name, String price, double discount) {
    super(name, price, 1, Color.RED, "special");
    this.discount = discount;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof SpecialItem that
        && Double.compare(discount, that.discount) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), discount);
  }
}
