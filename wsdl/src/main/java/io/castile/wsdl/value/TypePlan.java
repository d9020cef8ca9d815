package io.castile.wsdl.value;

/** How values of a type stand in an element. */
sealed interface TypePlan permits SimplePlan, ComplexPlan, AnyPlan {
  /** Returns the name of the type for messages. */
  String name();
}
