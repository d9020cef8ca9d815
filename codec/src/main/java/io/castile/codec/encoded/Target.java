package io.castile.codec.encoded;

import org.jspecify.annotations.Nullable;

/** Where a value goes that a reference stands for, once it is known. */
interface Target {
  /**
   * Puts the value in.
   *
   * @param holder what refers to it
   * @param index which of its parts, for targets of several parts
   */
  void set(Object holder, int index, @Nullable Object value);
}
