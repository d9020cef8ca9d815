package io.castile.bench.message;

import io.castile.demo.portal.StockRating;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** The reply of {@code getStockRatings}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getStockRatingsResponse")
public class GetStockRatingsResponse {
  @XmlElement(name = "return")
  private List<StockRating> value;

  /** For binding. */
  public GetStockRatingsResponse() {}

  /** A reply of that value, which it keeps. */
  public GetStockRatingsResponse(List<StockRating> value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public List<StockRating> value() {
    return value;
  }
}
