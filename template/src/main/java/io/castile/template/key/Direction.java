package io.castile.template.key;

/** Which way a message goes. */
public enum Direction {
  /** From a client to a service. */
  REQUEST,
  /** From a service to a client. */
  RESPONSE
}
