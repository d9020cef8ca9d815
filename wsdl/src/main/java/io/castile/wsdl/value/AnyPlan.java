package io.castile.wsdl.value;

/** Anything: maps of what is in an element, and texts; or any text alone. */
final class AnyPlan implements TypePlan {
  static final AnyPlan INSTANCE = new AnyPlan(false);

  /** The type {@code anySimpleType}. */
  static final AnyPlan TEXT = new AnyPlan(true);

  private final boolean isText;

  private AnyPlan(boolean isText) {
    this.isText = isText;
  }

  /** Whether there are no elements or attributes. */
  boolean isText() {
    return isText;
  }

  @Override
  public String name() {
    return isText ? "anySimpleType" : "anyType";
  }
}
