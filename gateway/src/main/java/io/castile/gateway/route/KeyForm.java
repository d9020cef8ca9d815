package io.castile.gateway.route;

import io.castile.cache.policy.OperationPolicy;
import org.jspecify.annotations.Nullable;

/** The form of the key of a request whose content is no plain envelope. */
interface KeyForm {
  /** Returns the envelope whose body is the content of the key. */
  byte[] message(OperationPolicy policy);

  /** Returns the encoding of the message, as something beside it says; null for nothing. */
  @Nullable String charset();

  /**
   * Returns what else decides the answer, beside what policies look at. It begins with a word and a
   * space, as no path does, and has more than one line.
   */
  String target();
}
