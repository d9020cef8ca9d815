package io.castile.axis2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A service of Axis2 that counts its calls. */
public class Quotes {
  private static final Map<String, Double> PRICES = new ConcurrentHashMap<>();
  private static final ConcurrentLinkedQueue<String> SERVED = new ConcurrentLinkedQueue<>();

  static void reset() {
    PRICES.clear();
    SERVED.clear();
  }

  /** The calls that have come here, in their order. */
  static List<String> served() {
    return new ArrayList<>(SERVED);
  }

  public double getPrice(String symbol) {
    SERVED.add("getPrice " + symbol);
    if (symbol.equals("none")) {
      throw new IllegalArgumentException("there is no " + symbol);
    }
    return PRICES.getOrDefault(symbol, 9.9);
  }

  public String setPrice(String symbol, double price) {
    SERVED.add("setPrice " + symbol);
    PRICES.put(symbol, price);
    return "ok";
  }

  /** A long text, a few words of which are other ones after each call. */
  public String report(String name) {
    SERVED.add("report " + name);
    StringBuilder text = new StringBuilder("report " + SERVED.size() + ":");
    for (int i = 0; i < 200; i++) {
      text.append(" line ").append(i);
    }
    return text.toString();
  }

  public void touch(String symbol) {
    SERVED.add("touch " + symbol);
  }
}
