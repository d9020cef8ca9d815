package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;

/**
 * The value that a schema says for an element or attribute.
 *
 * @param isFixed whether it may have no other
 */
record Preset(String text, boolean isFixed) {
  /**
   * Checks a value of a type against a fixed one.
   *
   * @param value as {@link SimplePlan#converted} has returned it
   * @throws ValueException if it is another one
   */
  void check(SimplePlan type, Object value, Texts texts) {
    if (isFixed && !type.isSame(value, text, texts)) {
      throw new ValueException(
          "expected the fixed value '" + text + "', found '" + type.text(value, texts) + "'");
    }
  }
}
