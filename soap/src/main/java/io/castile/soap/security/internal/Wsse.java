package io.castile.soap.security.internal;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.time.Instant;
import java.util.List;
import javax.xml.namespace.QName;

/** The names and faults of WS-Security 1.1 (SOAP Message Security §12). */
final class Wsse {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
  static final String NAMESPACE = OASIS + "wssecurity-secext-1.0.xsd";
  static final String UTILITY_NAMESPACE = OASIS + "wssecurity-utility-1.0.xsd";

  /** How the namespaces of all documents of WS-Security begin. */
  static final String OASIS_TOKENS = "http://docs.oasis-open.org/wss/";

  private static final String PROFILE = OASIS + "username-token-profile-1.0#";

  static final String PASSWORD_TEXT = PROFILE + "PasswordText";
  static final String PASSWORD_DIGEST = PROFILE + "PasswordDigest";
  static final String BASE64 = OASIS + "soap-message-security-1.0#Base64Binary";

  static final QName SECURITY = new QName(NAMESPACE, "Security", "wsse");

  private static final QName FAILED_AUTHENTICATION =
      new QName(NAMESPACE, "FailedAuthentication", "wsse");
  private static final QName INVALID_SECURITY = new QName(NAMESPACE, "InvalidSecurity", "wsse");
  private static final QName MESSAGE_EXPIRED =
      new QName(UTILITY_NAMESPACE, "MessageExpired", "wsu");

  private Wsse() {}

  /** The same fault for all reasons: an attacker must not learn which users there are. */
  static SoapMessageException failedAuthentication(SoapVersion version) {
    return fault(
        version,
        FAILED_AUTHENTICATION,
        "The security token could not be authenticated or authorized");
  }

  /**
   * @param what why the header cannot be processed; nothing of its content
   */
  static SoapMessageException invalidSecurity(SoapVersion version, String what) {
    return fault(
        version,
        INVALID_SECURITY,
        "An error was discovered processing the <wsse:Security> header: " + what);
  }

  /**
   * @param said what the message says of its time
   * @param now by this end's clock
   */
  static SoapMessageException messageExpired(SoapVersion version, String said, Instant now) {
    return fault(
        version,
        MESSAGE_EXPIRED,
        "The message has expired: it " + said + ", and it is " + Times.shown(now) + " here");
  }

  private static SoapMessageException fault(SoapVersion version, QName code, String reason) {
    return new SoapMessageException(SoapFault.ofSender(version, List.of(code), reason), null);
  }
}
