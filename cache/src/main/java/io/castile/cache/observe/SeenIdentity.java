package io.castile.cache.observe;

import io.castile.cache.policy.Vary;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A part of a request by which a service may separate callers or requests, and a digest of its
 * value. Immutable.
 *
 * @param name in the words of a policy: {@code httpHeader: name}, {@code soapHeader:
 *     {namespace}local} or {@code wsSecurityUser}; one of the names below, for which no policy but
 *     {@code shared: true} has a word; or {@code field: name}, a header field of HTTP that is no
 *     credential
 */
public record SeenIdentity(String name, CallDigest value) {
  /** The name of a client's certificate. */
  public static final String CERTIFICATE = "certificate";

  /**
   * The name of parts that cannot be compared: attachments, a Security header of unknown content.
   */
  public static final String HIDDEN = "hidden";

  static final String HTTP_HEADER = "httpHeader: ";

  /**
   * Before the name of a header field that does not tell the caller, but may decide the response.
   */
  static final String FIELD = "field: ";

  static final String SOAP_HEADER = "soapHeader: ";
  static final String USER = "wsSecurityUser";

  /**
   * @throws IllegalArgumentException if the name is none of these
   */
  public SeenIdentity {
    Objects.requireNonNull(value, "value");
    checkedName(name);
  }

  /** A header field of HTTP, by its name in any case. */
  public static SeenIdentity httpHeader(String field, CallDigest value) {
    return new SeenIdentity(HTTP_HEADER + field.toLowerCase(Locale.ROOT), value);
  }

  /** A header field of HTTP that is no credential, by its name in any case. */
  public static SeenIdentity field(String field, CallDigest value) {
    return new SeenIdentity(FIELD + field.toLowerCase(Locale.ROOT), value);
  }

  /** A header block of the envelope that is no argument. */
  public static SeenIdentity soapHeader(QName block, CallDigest value) {
    return new SeenIdentity(SOAP_HEADER + block, value);
  }

  /** The user that the request's Security header, or the transport, names. */
  public static SeenIdentity user(CallDigest value) {
    return new SeenIdentity(USER, value);
  }

  static String checkedName(String name) {
    boolean known =
        name.equals(USER)
            || name.equals(CERTIFICATE)
            || name.equals(HIDDEN)
            || name.startsWith(HTTP_HEADER)
            || name.startsWith(FIELD)
            || name.startsWith(SOAP_HEADER);
    if (!known) {
      throw new IllegalArgumentException(
          "expected httpHeader: NAME, field: NAME, soapHeader: NAME, wsSecurityUser, certificate"
              + " or hidden, found '"
              + name
              + "'");
    }
    if (name.startsWith(HTTP_HEADER)) {
      Vary.httpHeader(name.substring(HTTP_HEADER.length()));
    } else if (name.startsWith(FIELD)) {
      Vary.httpHeader(name.substring(FIELD.length()));
    } else if (name.startsWith(SOAP_HEADER)) {
      Vary.soapHeader(name.substring(SOAP_HEADER.length()));
    }
    return name;
  }

  /** The line of a policy by which requests with an identity are cached; empty if there is none. */
  static Optional<String> remedy(String name) {
    if (name.equals(USER)) {
      return Optional.of("vary: [" + USER + "]");
    }
    if (name.startsWith(HTTP_HEADER)) {
      return Optional.of("vary: [{" + name + "}]");
    }
    return name.startsWith(SOAP_HEADER)
        ? Optional.of("vary: [{soapHeader: \"" + name.substring(SOAP_HEADER.length()) + "\"}]")
        : Optional.empty();
  }

  /** Whether it is a header field that does not tell the caller. */
  boolean isField() {
    return name.startsWith(FIELD);
  }
}
