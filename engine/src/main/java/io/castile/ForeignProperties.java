package io.castile;

import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Properties by which the request contexts of other stacks have messages signed, encrypted or sent
 * over a certain TLS, which this one does not know. A call with one is refused: without it, it
 * would leave in clear.
 */
final class ForeignProperties {
  private static final Set<String> KNOWN =
      Set.of(Castile.WS_SECURITY_USERNAME, Castile.WS_SECURITY_PASSWORD);

  /** The prefixes of CXF with WSS4J, Metro, Axis2 with Rampart, WebLogic, and WebSphere. */
  private static final List<String> PREFIXES =
      List.of(
          "ws-security.",
          "security.signature.",
          "security.encryption.",
          "security.callback-handler",
          "security.saml",
          "security.sts.",
          "security.self-sign-saml",
          "com.sun.xml.wss.",
          "com.sun.xml.xwss.",
          "com.sun.xml.ws.security.",
          "xws-security-",
          "org.apache.rampart.",
          "rampart",
          "weblogic.wsee.security.",
          "com.ibm.wsspi.wssecurity.",
          "com.ibm.ws.wssecurity.");

  /**
   * The properties of WSS4J's interceptors, which take their configuration from the request context
   * too.
   */
  private static final Set<String> OF_WSS4J =
      Set.of(
          "signatureUser",
          "encryptionUser",
          "signaturePropFile",
          "signaturePropRefId",
          "encryptionPropFile",
          "encryptionPropRefId",
          "signatureParts",
          "encryptionParts",
          "passwordCallbackClass",
          "passwordCallbackRef");

  /** Metro's, of its TLS. */
  private static final Set<String> OF_TLS =
      Set.of(
          "com.sun.xml.ws.transport.https.client.SSLSocketFactory",
          "com.sun.xml.ws.transport.https.client.hostname.verifier",
          "com.sun.xml.internal.ws.transport.https.client.SSLSocketFactory",
          "com.sun.xml.internal.ws.transport.https.client.hostname.verifier");

  private ForeignProperties() {}

  /**
   * @throws WebServiceException if there is one; names it, and what to do
   */
  static void check(Map<String, Object> context) {
    for (String key : context.keySet()) {
      if (OF_TLS.contains(key)) {
        throw refused(key, "Set tls(factory) of the client's HttpOptions.");
      }
      if (OF_WSS4J.contains(key) || (!KNOWN.contains(key) && hasPrefix(key))) {
        throw refused(
            key,
            "Set username tokens by "
                + Castile.WS_SECURITY_USERNAME
                + " and "
                + Castile.WS_SECURITY_PASSWORD
                + ", and all else of WS-Security in the builder: security(s ->"
                + " s.messageSecurity(…)), of castile-wss4j.");
      }
    }
  }

  /** A loop and no lambda: a client's first call comes by here. */
  private static boolean hasPrefix(String key) {
    for (String prefix : PREFIXES) {
      if (key.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static WebServiceException refused(String key, String instead) {
    return new WebServiceException(
        "Cannot send the request, because its context has "
            + key
            + ", which Castile does not support. "
            + instead);
  }
}
