package io.castile.wss4j;

import io.castile.soap.SoapMessageException;
import io.castile.wss4j.Protection.Token;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.WSHandlerResult;
import org.apache.wss4j.dom.message.token.Timestamp;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.apache.wss4j.dom.transform.STRTransform;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * A message whose signatures and tokens are good, each for itself, and that has been decrypted:
 * what they cover. An element is covered if it is the very one that was digested, not one of the
 * same name or id: another one in its place, with the signed one elsewhere, is not (signature
 * wrapping).
 */
final class ReceivedMessage {
  private static final QName TIMESTAMP = new QName(WSConstants.WSU_NS, "Timestamp");
  private static final QName KEY_INFO = new QName(WSConstants.SIG_NS, "KeyInfo");
  private static final QName TOKEN_REFERENCE =
      new QName(WSConstants.WSSE_NS, "SecurityTokenReference");
  private static final QName SIGNATURE = new QName(WSConstants.SIG_NS, "Signature");

  private final Envelope envelope;
  private final Element security;
  private final Map<Integer, List<WSSecurityEngineResult>> results;

  ReceivedMessage(Envelope envelope, Element security, WSHandlerResult result) {
    this.envelope = envelope;
    this.security = security;
    this.results = result.getActionResults();
  }

  Envelope envelope() {
    return envelope;
  }

  /** The message without the header block that has been processed. */
  void removeSecurity() {
    security.getParentNode().removeChild(security);
  }

  private List<WSSecurityEngineResult> of(int action) {
    return results.getOrDefault(action, List.of());
  }

  private @Nullable WSSecurityEngineResult single(int action) {
    List<WSSecurityEngineResult> all = of(action);
    return all.size() == 1 ? all.get(0) : null;
  }

  // ---- what it has ----

  @Nullable WSSecurityEngineResult signature() {
    return single(WSConstants.SIGN);
  }

  /** The certificate by which the message is signed; null for none. */
  @Nullable X509Certificate signer() {
    WSSecurityEngineResult signature = signature();
    return signature == null
        ? null
        : (X509Certificate) signature.get(WSSecurityEngineResult.TAG_X509_CERTIFICATE);
  }

  @Nullable UsernameToken user() {
    WSSecurityEngineResult token = single(WSConstants.UT);
    return token == null
        ? null
        : (UsernameToken) token.get(WSSecurityEngineResult.TAG_USERNAME_TOKEN);
  }

  @Nullable Timestamp timestamp() {
    WSSecurityEngineResult token = single(WSConstants.TS);
    return token == null ? null : (Timestamp) token.get(WSSecurityEngineResult.TAG_TIMESTAMP);
  }

  @Nullable Element assertion() {
    WSSecurityEngineResult token = single(WSConstants.ST_UNSIGNED);
    return token == null ? null : (Element) token.get(WSSecurityEngineResult.TAG_TOKEN_ELEMENT);
  }

  /** The key that the message brings, encrypted for this end; null for none. */
  Exchange.@Nullable SharedKey sharedKey() {
    WSSecurityEngineResult signature = signature();
    for (WSSecurityEngineResult key : of(WSConstants.ENCR)) {
      byte[] secret = (byte[]) key.get(WSSecurityEngineResult.TAG_SECRET);
      byte[] encrypted = (byte[]) key.get(WSSecurityEngineResult.TAG_ENCRYPTED_EPHEMERAL_KEY);
      boolean signs =
          signature == null
              || Arrays.equals(secret, (byte[]) signature.get(WSSecurityEngineResult.TAG_SECRET));
      if (secret != null && encrypted != null && signs) {
        return new Exchange.SharedKey(secret, SharedKeys.sha1(encrypted));
      }
    }
    return null;
  }

  // ---- what is expected ----

  /**
   * Holds the message to what is expected.
   *
   * @param known the key that is to sign, where one is shared; null for the one that the message
   *     brings
   * @throws SoapMessageException if it is not so: says what was expected and found
   */
  void check(Protection expected, Exchange.@Nullable SharedKey known) throws SoapMessageException {
    checkNoOther(expected);
    checkAlgorithms(expected.algorithms().accepted());
    if (expected.timestamp() && timestamp() == null) {
      throw invalid("expected a Timestamp, found " + count(WSConstants.TS));
    }
    if (expected.user() != null && user() == null) {
      throw invalid("expected a UsernameToken with a Password, found " + count(WSConstants.UT));
    }
    if (expected.assertion() && assertion() == null) {
      throw invalid("expected an assertion of SAML, found " + count(WSConstants.ST_UNSIGNED));
    }
    if (expected.signing() != null) {
      checkSignature(expected, expected.signing(), known);
    }
    if (expected.encrypting() != null) {
      checkEncryption(expected, expected.encrypting());
    }
  }

  /** Refuses anything unexpected that names a sender, so that it cannot mislead other code. */
  private void checkNoOther(Protection expected) throws SoapMessageException {
    for (int action : Set.of(WSConstants.UT_SIGN, WSConstants.UT_NOPASSWORD, WSConstants.SC)) {
      if (!of(action).isEmpty()) {
        throw invalid("found a token, or a confirmation of a signature, that is not expected");
      }
    }
    checkOnly(expected.signing() != null, WSConstants.SIGN, "Signature");
    checkOnly(expected.user() != null, WSConstants.UT, "UsernameToken");
    checkOnly(expected.assertion(), WSConstants.ST_UNSIGNED, "assertion of SAML");
  }

  /** A message that another one's algorithms have let in is held to its own. */
  private void checkAlgorithms(AlgorithmSuite accepted) throws SoapMessageException {
    boolean isAccepted = true;
    for (WSSecurityEngineResult signature : of(WSConstants.SIGN)) {
      Object method = signature.get(WSSecurityEngineResult.TAG_SIGNATURE_METHOD);
      isAccepted &= accepted.getSignatureMethods().contains(method);
      for (WSDataRef part : references(signature)) {
        isAccepted &= accepted.getDigestAlgorithms().contains(part.getDigestAlgorithm());
      }
    }
    for (WSSecurityEngineResult encryption : of(WSConstants.ENCR)) {
      Object transport = encryption.get(WSSecurityEngineResult.TAG_ENCRYPTED_KEY_TRANSPORT_METHOD);
      isAccepted &= transport == null || accepted.getKeyWrapAlgorithms().contains(transport);
      for (WSDataRef part : references(encryption)) {
        isAccepted &= accepted.getEncryptionMethods().contains(part.getAlgorithm());
      }
    }
    if (!isAccepted) {
      throw invalid("expected other algorithms");
    }
  }

  private void checkOnly(boolean isExpected, int action, String name) throws SoapMessageException {
    if (of(action).size() > (isExpected ? 1 : 0)) {
      throw invalid(
          "expected " + (isExpected ? "one " : "no ") + name + ", found " + count(action));
    }
  }

  private String count(int action) {
    return of(action).isEmpty() ? "none" : String.valueOf(of(action).size());
  }

  private void checkSignature(
      Protection expected, Protection.Signing signing, Exchange.@Nullable SharedKey known)
      throws SoapMessageException {
    WSSecurityEngineResult signature = signature();
    if (signature == null) {
      throw invalid("expected a Signature, found none");
    }
    boolean byCertificate =
        signature.get(WSSecurityEngineResult.TAG_X509_CERTIFICATE) != null
            && signature.get(WSSecurityEngineResult.TAG_SECRET) == null;
    boolean isOther =
        known != null
            && signing.bySharedKey()
            && !Arrays.equals(
                known.secret(), (byte[]) signature.get(WSSecurityEngineResult.TAG_SECRET));
    if (byCertificate == signing.bySharedKey() || isOther) {
      throw invalid(
          signing.bySharedKey()
              ? "expected a Signature by the key of the exchange, found another one"
              : "expected a Signature by an X.509 certificate, found another one");
    }
    List<WSDataRef> covered = references(signature);
    if (signing.body()) {
      checkSigned(envelope.body(), covered, "Body");
    }
    QName missing = signing.missing(envelope);
    if (missing != null) {
      throw invalid("expected the header block " + missing + ", found none");
    }
    for (Element block : envelope.blocks()) {
      if (block != security && signing.covers(Envelope.name(block))) {
        checkSigned(block, covered, "header block " + block.getLocalName());
      }
    }
    if (expected.timestamp()) {
      checkSigned(child(TIMESTAMP), covered, "Timestamp");
    }
    if (expected.user() != null && expected.user().isSigned()) {
      checkSigned(token(), covered, "UsernameToken");
    }
    if (!signing.tokens().isEmpty()) {
      checkToken(signing.tokens(), covered);
    }
  }

  /** A token that is in the message is covered itself, or by way of the reference to it. */
  private void checkToken(Set<Token> tokens, List<WSDataRef> covered) throws SoapMessageException {
    Element binary = child(WSConstants.BINARY_TOKEN);
    if (binary == null && tokens.contains(Token.BINARY)) {
      throw invalid("expected one BinarySecurityToken, found none or others");
    }
    String reference = tokenReference();
    for (WSDataRef each : covered) {
      boolean isReferred =
          each.getTransformAlgorithms() != null
              && each.getTransformAlgorithms().contains(STRTransform.TRANSFORM_URI)
              && ("#" + reference).equals(each.getWsuId());
      if (isReferred || (binary != null && each.getProtectedElement() == binary)) {
        return;
      }
    }
    throw invalid("expected a Signature of the token by which it is verified, found none of it");
  }

  /** The id of the one reference to the token of the signature; null for none. */
  private @Nullable String tokenReference() {
    Element signature = child(SIGNATURE);
    Element info = signature == null ? null : only(signature, KEY_INFO);
    Element reference = info == null ? null : only(info, TOKEN_REFERENCE);
    return reference == null ? null : reference.getAttributeNS(WSConstants.WSU_NS, "Id");
  }

  private void checkSigned(@Nullable Element element, List<WSDataRef> covered, String name)
      throws SoapMessageException {
    for (WSDataRef reference : covered) {
      if (element != null && reference.getProtectedElement() == element) {
        return;
      }
    }
    throw invalid("expected a Signature of the " + name + ", found none of it");
  }

  private void checkEncryption(Protection expected, Protection.Encrypting encrypting)
      throws SoapMessageException {
    List<WSDataRef> covered = new ArrayList<>();
    for (WSSecurityEngineResult encryption : of(WSConstants.ENCR)) {
      covered.addAll(references(encryption));
    }
    boolean hasContent = envelope.body().hasChildNodes();
    if (encrypting.body() && hasContent && !isEncrypted(envelope.body(), true, covered)) {
      throw invalid("expected the content of the Body to be encrypted, found it in clear");
    }
    if (expected.user() != null
        && expected.user().isEncrypted()
        && !isEncrypted(token(), false, covered)) {
      throw invalid("expected the UsernameToken to be encrypted, found it in clear");
    }
    if (encrypting.signature() && !isEncrypted(child(SIGNATURE), false, covered)) {
      throw invalid("expected the Signature to be encrypted, found it in clear");
    }
  }

  /** All that an element holds has to come out of the one encryption. */
  private static boolean isEncrypted(
      @Nullable Element element, boolean content, List<WSDataRef> covered) {
    for (WSDataRef reference : covered) {
      boolean found =
          element != null
              && reference.isContent() == content
              && reference.getProtectedElement() == element;
      if (found) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked") // as WSS4J has put them there
  private static List<WSDataRef> references(WSSecurityEngineResult result) {
    List<WSDataRef> references =
        (List<WSDataRef>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
    return references == null ? List.of() : references;
  }

  private @Nullable Element token() {
    return child(new QName(WSConstants.WSSE_NS, "UsernameToken"));
  }

  /** The element of a name in the header block of security; null for none, or more than one. */
  private @Nullable Element child(QName name) {
    return only(security, name);
  }

  private static @Nullable Element only(Element parent, QName name) {
    Element found = null;
    for (Element child : Envelope.children(parent)) {
      if (Envelope.name(child).equals(name)) {
        if (found != null) {
          return null;
        }
        found = child;
      }
    }
    return found;
  }

  private SoapMessageException invalid(String what) {
    return SecurityFaults.invalid(envelope.version(), what);
  }

  /** The names of keys that a request brings. */
  private static final class SharedKeys {
    private SharedKeys() {}

    /** The digest by which a response refers to an encrypted key (SOAP Message Security §7.7). */
    static String sha1(byte[] encrypted) {
      try {
        return Base64.getEncoder().encodeToString(KeyUtils.generateDigest(encrypted));
      } catch (WSSecurityException e) {
        throw new AssertionError("every Java platform has SHA-1", e);
      }
    }
  }
}
