package io.castile.bench.encoded.message;

import jakarta.xml.bind.annotation.XmlType;

/** A small struct of simple values. */
@XmlType(name = "Quote")
public final class Quote {
  public String symbol;
  public String company;
  public double price;
  public int volume;
  public boolean isOpen;

  public Quote() {}

  /** A quote, different for each number. */
  public Quote(int number) {
    symbol = "S" + number;
    company = "Northern & Southern Oil " + number + " Inc.";
    price = 500 + number * 1.25;
    volume = 1000 * number;
    isOpen = number % 2 == 0;
  }
}
