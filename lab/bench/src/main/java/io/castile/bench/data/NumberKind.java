package io.castile.bench.data;

/** What an array of the bSOAP paper is an array of. */
public enum NumberKind {
  DOUBLE("double"),
  INT("int"),
  /** A mesh interface object: two ints and a double. */
  MIO("MIO");

  private final String label;

  NumberKind(String label) {
    this.label = label;
  }

  /** What tables call it. */
  @Override
  public String toString() {
    return label;
  }
}
