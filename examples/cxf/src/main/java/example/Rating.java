package example;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;

/** What is thought of a share. */
@XmlAccessorType(XmlAccessType.FIELD)
public class Rating {
  private String symbol;
  private int stars;

  Rating() {}

  Rating(String symbol, int stars) {
    this.symbol = symbol;
    this.stars = stars;
  }

  public String symbol() {
    return symbol;
  }

  public int stars() {
    return stars;
  }
}
