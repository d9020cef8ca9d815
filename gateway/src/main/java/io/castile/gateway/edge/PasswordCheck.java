package io.castile.gateway.edge;

/**
 * A password that is to be checked, off the event loop. Immutable.
 *
 * @param passwords those that held when the request came
 */
record PasswordCheck(Passwords passwords, String user, String password) {
  boolean isRight() {
    return passwords.verify(user, password);
  }

  @Override
  public String toString() {
    return "PasswordCheck"; // not the password
  }
}
