package io.castile.soap.http;

import java.util.Objects;

/**
 * The data with which a client proves its identity, in header blocks of its requests. Immutable.
 *
 * @param user the name of the user
 * @param password the secret; in no message of an error, nor in {@link #toString}
 */
public record Credentials(String user, String password) {
  public Credentials {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "credentials of " + user;
  }
}
