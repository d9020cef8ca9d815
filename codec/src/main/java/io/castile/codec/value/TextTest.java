package io.castile.codec.value;

import java.util.function.Predicate;

/** What is asked of the types of all text that a value can have; null is text of any type. */
public enum TextTest implements Predicate<SimpleType> {
  REFERS_TO_ATTACHMENTS,
  IS_BINARY;

  @Override
  public boolean test(SimpleType type) {
    return this == IS_BINARY
        ? type == null || type.isBinary()
        : type != null && type.refersToAttachments();
  }
}
