package io.castile.bench.data;

/** How many characters numbers take in a message: the sizes of the bSOAP paper. */
public enum NumberWidth {
  /**
   * 1 for an int and 3 for a double ({@code 5.0}; the paper wrote {@code 5}, which is not how
   * schema bindings for Java write a double).
   */
  SMALLEST("smallest "),
  /** 9 for an int, 18 for a double, so 36 for a mesh object. */
  INTERMEDIATE(""),
  /** 11 for an int, 24 for a double, so 46 for a mesh object. */
  LARGEST("largest "),
  /** By turns as many as {@link #INTERMEDIATE} and as {@link #SMALLEST}. */
  HALF("half intermediate "),
  /** As many as random numbers take. */
  ANY("random ");

  private final String prefix;

  NumberWidth(String prefix) {
    this.prefix = prefix;
  }

  /** The width of one item of an array: that of all, but where items differ by turns. */
  NumberWidth at(int index) {
    return this != HALF ? this : index % 2 == 0 ? INTERMEDIATE : SMALLEST;
  }

  /** What stands before the name of an array of such numbers in tables. */
  public String prefix() {
    return prefix;
  }
}
