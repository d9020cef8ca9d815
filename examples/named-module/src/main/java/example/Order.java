package example;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** A bean as tools generate it from a schema. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"articles", "total"})
public class Order {
  @XmlAttribute(required = true)
  private int number;

  @XmlElement(name = "article")
  private List<String> articles = new ArrayList<>();

  private double total;

  Order() {}

  Order(int number, List<String> articles, double total) {
    this.number = number;
    this.articles.addAll(articles);
    this.total = total;
  }

  double total() {
    return total;
  }
}
