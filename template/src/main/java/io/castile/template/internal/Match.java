package io.castile.template.internal;

/**
 * The relation of a message to the saved one, best first (Abu-Ghazaleh, Lewis, Govindaraju:
 * Differential Serialization for Optimized SOAP Performance, HPDC 2004, section 3).
 */
public enum Match {
  /** The same message: nothing was written. */
  CONTENT,
  /** The same structure and sizes: values were written over old ones. */
  PERFECT_STRUCTURAL,
  /** Sizes differ, or parts came or went: only these were moved or written. */
  PARTIAL_STRUCTURAL,
  /** No message was saved: the message was written as a whole. */
  FIRST_TIME
}
