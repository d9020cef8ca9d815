package io.castile.cache.policy;

import io.castile.cache.policy.internal.ElementPath;
import io.castile.cache.policy.text.NameChecks;

/**
 * A part of a request that must not be in the key, because it differs between requests that mean
 * the same: a message id, a time stamp.
 *
 * @param kind where it is
 * @param name which one: the argument, the header field in lower case, the header block, or an
 *     {@link ElementPath}
 */
public record IgnoredPart(Kind kind, String name) {
  /** The kind of place in a request where the part is. */
  public enum Kind {
    /** An argument. */
    ARGUMENT("argument"),
    /** A header field of HTTP, by its name. */
    HTTP_HEADER("httpHeader"),
    /** A header block of the envelope, {@code local} or {@code {namespace}local}. */
    SOAP_HEADER("soapHeader"),
    /** Elements of the body, by {@link ElementPath}. */
    ELEMENT("element");

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
   * @throws IllegalArgumentException if the name cannot be one of its kind, or if it is the header
   *     that identifies the caller
   */
  public IgnoredPart {
    switch (kind) {
      case ARGUMENT -> name = NameChecks.checkedArgument(name);
      case HTTP_HEADER -> name = NameChecks.checkedFieldName(name);
      case SOAP_HEADER -> {
        name = NameChecks.checkedQualifiedName(name, "SOAP header");
        if (name.substring(name.lastIndexOf('}') + 1).equals("Security")) {
          throw new IllegalArgumentException(
              "Cannot ignore the Security header, because it identifies the caller. Set 'vary:"
                  + " [wsSecurityUser]' or 'shared: true'.");
        }
      }
      case ELEMENT -> name = new ElementPath(name).text();
    }
  }

  /** Ignores an argument. */
  public static IgnoredPart argument(String name) {
    return new IgnoredPart(Kind.ARGUMENT, name);
  }

  /**
   * Ignores a header field of HTTP. One that identifies the sender of a request can be ignored only
   * where the rule says {@code shared: true}.
   */
  public static IgnoredPart httpHeader(String name) {
    return new IgnoredPart(Kind.HTTP_HEADER, name);
  }

  /** Ignores a header block of the envelope, {@code local} or {@code {namespace}local}. */
  public static IgnoredPart soapHeader(String name) {
    return new IgnoredPart(Kind.SOAP_HEADER, name);
  }

  /** Ignores elements of the body, by {@link ElementPath}. */
  public static IgnoredPart element(String path) {
    return new IgnoredPart(Kind.ELEMENT, path);
  }

  @Override
  public String toString() {
    return kind.word() + " " + name;
  }
}
