package io.castile.cache.policy;

import io.castile.cache.policy.text.NameChecks;
import io.castile.soap.http.message.CredentialFields;

/**
 * A part of a request, beyond its arguments, by which responses differ and which is therefore part
 * of the key.
 *
 * @param kind where it is
 * @param name which one; empty for {@link Kind#WS_SECURITY_USER}
 */
public record Vary(Kind kind, String name) {
  /** The kind of place in a request where the difference is. */
  public enum Kind {
    /** A header of HTTP, by its name, in lower case. */
    HTTP_HEADER("httpHeader"),
    /** A header block of the envelope, {@code local} or {@code {namespace}local}. */
    SOAP_HEADER("soapHeader"),
    /** The user name in the WS-Security header. */
    WS_SECURITY_USER("wsSecurityUser"),
    /** An argument; in the key even where a broader rule ignores it. */
    ARGUMENT("argument");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Returns the word for it in a policy. */
    public String word() {
      return word;
    }
  }

  /**
   * @throws IllegalArgumentException if the name cannot be one of its kind
   */
  public Vary {
    switch (kind) {
      case HTTP_HEADER -> name = NameChecks.checkedFieldName(name);
      case SOAP_HEADER -> name = NameChecks.checkedQualifiedName(name, "SOAP header");
      case ARGUMENT -> name = NameChecks.checkedArgument(name);
      case WS_SECURITY_USER -> {
        if (!name.isEmpty()) {
          throw new IllegalArgumentException(
              "Cannot name '"
                  + name
                  + "' with wsSecurityUser, because it has no name. Remove the name.");
        }
      }
    }
  }

  /** Varies by a header field of HTTP. */
  public static Vary httpHeader(String name) {
    return new Vary(Kind.HTTP_HEADER, name);
  }

  /** Varies by a header block of the envelope, {@code local} or {@code {namespace}local}. */
  public static Vary soapHeader(String name) {
    return new Vary(Kind.SOAP_HEADER, name);
  }

  /** Varies by the user name in the WS-Security header. */
  public static Vary wsSecurityUser() {
    return new Vary(Kind.WS_SECURITY_USER, "");
  }

  /** Varies by an argument. */
  public static Vary argument(String name) {
    return new Vary(Kind.ARGUMENT, name);
  }

  /** Whether this tells callers apart by their credentials. */
  public boolean byCredentials() {
    return kind == Kind.WS_SECURITY_USER
        || (kind == Kind.HTTP_HEADER && CredentialFields.isCredential(name));
  }

  @Override
  public String toString() {
    return name.isEmpty() ? kind.word() : kind.word() + " " + name;
  }
}
