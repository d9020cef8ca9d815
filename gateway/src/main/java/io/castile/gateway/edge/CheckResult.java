package io.castile.gateway.edge;

/** The result of checking a credential. */
public enum CheckResult {
  /** The credential is right. */
  RIGHT,
  /** The password is not that of the user. */
  WRONG_PASSWORD,
  /** The token is not one that the route takes. */
  WRONG_TOKEN,
  /** The token cannot be checked, as its issuer's keys are not known. */
  NO_KEYS,
  /** The check is refused, because as many credentials wait as may. */
  BUSY
}
