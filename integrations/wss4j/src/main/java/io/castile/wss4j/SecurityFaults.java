package io.castile.wss4j;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The faults of WS-Security 1.1 (SOAP Message Security §12). Each code has one text, so that no one
 * learns why a decryption, a signature or a password was wrong.
 */
final class SecurityFaults {
  private static final Logger log = LoggerFactory.getLogger(SecurityFaults.class);

  private static final QName EXPIRED =
      new QName(org.apache.wss4j.dom.WSConstants.WSU_NS, "MessageExpired", "wsu");

  private static final Map<QName, String> TEXTS =
      Map.of(
          WSSecurityException.UNSUPPORTED_SECURITY_TOKEN,
          WSSecurityException.UNSUPPORTED_TOKEN_ERR,
          WSSecurityException.UNSUPPORTED_ALGORITHM,
          WSSecurityException.UNSUPPORTED_ALGORITHM_ERR,
          WSSecurityException.INVALID_SECURITY,
          "An error was discovered processing the <wsse:Security> header",
          WSSecurityException.INVALID_SECURITY_TOKEN,
          WSSecurityException.INVALID_SECURITY_TOKEN_ERR,
          WSSecurityException.FAILED_AUTHENTICATION,
          WSSecurityException.FAILED_AUTHENTICATION_ERR,
          WSSecurityException.FAILED_CHECK,
          WSSecurityException.FAILED_CHECK_ERR,
          WSSecurityException.SECURITY_TOKEN_UNAVAILABLE,
          WSSecurityException.SECURITY_TOKEN_UNAVAILABLE_ERR);

  private SecurityFaults() {}

  /**
   * @param what was expected and found; nothing of what a header holds
   */
  static SoapMessageException invalid(SoapVersion version, String what) {
    QName code = WSSecurityException.INVALID_SECURITY;
    return fault(version, code, TEXTS.get(code) + ": " + what);
  }

  static SoapMessageException failedAuthentication(SoapVersion version) {
    QName code = WSSecurityException.FAILED_AUTHENTICATION;
    return fault(version, code, WSSecurityException.FAILED_AUTHENTICATION_ERR);
  }

  static SoapMessageException failedCheck(SoapVersion version) {
    return fault(version, WSSecurityException.FAILED_CHECK, WSSecurityException.FAILED_CHECK_ERR);
  }

  /**
   * The fault for what WSS4J found wrong.
   *
   * @param expiry up to when the message says that it is valid; empty if it does not
   */
  static SoapMessageException of(SoapVersion version, WSSecurityException e, String expiry) {
    log.debug("a message is refused", e);
    QName code = e.getFaultCode();
    if (WSSecurityException.MESSAGE_EXPIRED.equals(code)) {
      Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      String times = expiry.isEmpty() ? "" : ": it says " + expiry + ", and here it is " + now;
      return fault(version, EXPIRED, WSSecurityException.MESSAGE_EXPIRED_ERR + times);
    }
    String text = code == null ? null : TEXTS.get(code);
    return code == null || text == null ? failedCheck(version) : fault(version, code, text);
  }

  private static SoapMessageException fault(SoapVersion version, QName code, String reason) {
    QName prefixed =
        code.getPrefix().isEmpty()
            ? new QName(code.getNamespaceURI(), code.getLocalPart(), "wsse")
            : code;
    return new SoapMessageException(SoapFault.ofSender(version, List.of(prefixed), reason), null);
  }
}
