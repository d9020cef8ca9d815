package io.castile.template.key;

/** The direction of a message. */
public enum Direction {
  /** The direction from a client to a service. */
  REQUEST,
  /** The direction from a service to a client. */
  RESPONSE
}
