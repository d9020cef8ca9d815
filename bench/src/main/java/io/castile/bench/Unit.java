package io.castile.bench;

/** What the time of a cell is told in. */
enum Unit {
  MICROS("µs", 1),
  NANOS("ns", 1000);

  private final String symbol;
  private final double perMicro;

  Unit(String symbol, double perMicro) {
    this.symbol = symbol;
    this.perMicro = perMicro;
  }

  String symbol() {
    return symbol;
  }

  double ofMicros(double micros) {
    return micros * perMicro;
  }
}
