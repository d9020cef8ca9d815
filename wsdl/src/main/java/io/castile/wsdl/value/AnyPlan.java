package io.castile.wsdl.value;

/** Anything: maps of what is in an element, and texts. */
final class AnyPlan implements TypePlan {
  static final AnyPlan INSTANCE = new AnyPlan();

  private AnyPlan() {}

  @Override
  public String name() {
    return "anyType";
  }
}
