package io.castile.bench.report;

/** What the number of a cell is told in. */
public enum Unit {
  MICROS("µs", 1),
  NANOS("ns", 1000),
  /** Counted where times are nanoseconds. */
  BYTES("B", 1000);

  private final String symbol;
  private final double perMicro;

  Unit(String symbol, double perMicro) {
    this.symbol = symbol;
    this.perMicro = perMicro;
  }

  public String symbol() {
    return symbol;
  }

  public double ofMicros(double micros) {
    return micros * perMicro;
  }
}
