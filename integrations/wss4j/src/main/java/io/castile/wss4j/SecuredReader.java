package io.castile.wss4j;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.security.internal.NonceCache;
import java.security.Principal;
import java.security.PublicKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.cache.ReplayCache;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.message.token.Timestamp;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.apache.wss4j.dom.processor.Processor;
import org.apache.wss4j.dom.validate.SignatureTrustValidator;
import org.apache.wss4j.dom.validate.Validator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Decrypts and checks messages that came. Thread-safe. */
final class SecuredReader {
  private static final Logger log = LoggerFactory.getLogger(SecuredReader.class);

  private static final List<QName> ASSERTIONS =
      List.of(WSConstants.SAML_TOKEN, WSConstants.SAML2_TOKEN);

  /**
   * The known content of the header block. All else is refused: WSS4J would pass over it, or let it
   * in.
   */
  private static final Set<QName> KNOWN =
      Set.of(
          WSConstants.BINARY_TOKEN,
          WSConstants.ENCRYPTED_DATA,
          WSConstants.ENCRYPTED_KEY,
          WSConstants.REFERENCE_LIST,
          WSConstants.SAML_TOKEN,
          WSConstants.SAML2_TOKEN,
          WSConstants.SIGNATURE,
          WSConstants.TIMESTAMP,
          WSConstants.USERNAME_TOKEN);

  private final SecuritySettings settings;
  private final Passwords passwords;
  private final WSSConfig config = WSSConfig.getNewInstance();
  private final UsedTokens nonces;
  private final UsedTokens signatures;

  SecuredReader(SecuritySettings settings, Passwords passwords) {
    this.settings = settings;
    this.passwords = passwords;
    AssertionProcessor assertions = new AssertionProcessor();
    ASSERTIONS.forEach(name -> config.setProcessor(name, assertions));
    config.setValidator(WSConstants.SIGNATURE, new TrustedSigners());
    setValidator(SecuritySettings.TOKEN_VALIDATOR, WSConstants.USERNAME_TOKEN);
    setValidator(SecuritySettings.SIGNATURE_VALIDATOR, WSConstants.SIGNATURE);
    this.nonces =
        new UsedTokens(
            settings.instance(SecuritySettings.NONCES, ReplayCache.class), settings.tokenSeconds());
    this.signatures =
        new UsedTokens(
            settings.instance(SecuritySettings.TIMESTAMPS, ReplayCache.class),
            settings.timestampSeconds());
  }

  private void setValidator(String key, QName token) {
    Validator validator = settings.instance(key, Validator.class);
    if (validator != null) {
      config.setValidator(token, validator);
    }
  }

  /**
   * The sender of a message.
   *
   * @param principal null if unknown
   * @param assertion of SAML, accepted by its validator; null for none
   */
  record Sender(@Nullable Principal principal, @Nullable Element assertion) {}

  /**
   * Decrypts a message, and checks what each signature and token says for itself.
   *
   * @param algorithms those that are accepted
   * @throws SoapMessageException with the fault, if something is wrong with it
   */
  ReceivedMessage read(Envelope envelope, AlgorithmSuite algorithms, Exchange exchange)
      throws SoapMessageException {
    SoapVersion version = envelope.version();
    Element security = security(envelope);
    checkKnown(security, version, KNOWN);
    RequestData data = data(algorithms, exchange);
    WSSecurityEngine engine = new WSSecurityEngine();
    engine.setWssConfig(config);
    ReceivedMessage read;
    try {
      read = new ReceivedMessage(envelope, security, engine.processSecurityHeader(security, data));
    } catch (WSSecurityException e) {
      tellOfKey(e);
      throw SecurityFaults.of(version, e, expiry(security));
    } catch (RuntimeException e) {
      log.debug("a message is refused", e);
      throw SecurityFaults.failedCheck(version);
    }
    checkKnown(security, version, KNOWN); // that was decrypted
    checkBody(envelope);
    return read;
  }

  /** Says in the log, not to the sender, that the own key was not opened. */
  private static void tellOfKey(WSSecurityException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnrecoverableKeyException) {
        log.warn(
            "a message cannot be decrypted: expected the password of the own key ({}, or of the"
                + " callback handler), found one that does not open it",
            SecuritySettings.SIGNATURE_PASSWORD);
        return;
      }
    }
  }

  /** Up to when a message says that it is valid; empty if it does not. */
  private static String expiry(Element security) {
    NodeList found = security.getElementsByTagNameNS(WSConstants.WSU_NS, "Expires");
    return found.getLength() == 0 ? "" : ErrorText.shortened(found.item(0).getTextContent());
  }

  /** Whether there is anything of security in a message. */
  static boolean isSecured(Envelope envelope) {
    return envelope.blocks().stream()
        .anyMatch(block -> Envelope.name(block).equals(Envelope.SECURITY));
  }

  /** The one header block of security, which is for this receiver. */
  private static Element security(Envelope envelope) throws SoapMessageException {
    Element found = null;
    for (Element block : envelope.blocks()) {
      if (Envelope.name(block).equals(Envelope.SECURITY)) {
        if (found != null
            || block.hasAttributeNS(envelope.root().getNamespaceURI(), "actor")
            || block.hasAttributeNS(envelope.root().getNamespaceURI(), "role")) {
          throw SecurityFaults.invalid(
              envelope.version(), "expected one header block, for the last receiver, found others");
        }
        found = block;
      }
    }
    if (found == null) {
      throw SecurityFaults.invalid(envelope.version(), "expected the header block, found none");
    }
    return found;
  }

  private static void checkKnown(Element security, SoapVersion version, Set<QName> known)
      throws SoapMessageException {
    for (Element child : Envelope.children(security)) {
      if (!known.contains(Envelope.name(child))) {
        throw SecurityFaults.invalid(
            version, "expected signatures, encryption and known tokens, found something else");
      }
    }
  }

  /** Checks the body: after decryption it may be anything, and the envelope has to be one still. */
  private static void checkBody(Envelope envelope) throws SoapMessageException {
    Envelope now = Envelope.of(envelope.root(), envelope.version());
    if (now.body() != envelope.body() || now.header() != envelope.header()) {
      throw SecurityFaults.invalid(envelope.version(), "expected the Envelope as it came");
    }
  }

  private RequestData data(AlgorithmSuite algorithms, Exchange exchange) {
    RequestData data = new RequestData();
    data.setActor("");
    data.setWssConfig(config);
    data.setSigVerCrypto(settings.others());
    data.setDecCrypto(settings.own());
    data.setCallbackHandler(passwords.during(exchange));
    data.setAlgorithmSuite(algorithms);
    data.setEnableRevocation(settings.flag(SecuritySettings.REVOCATION, false));
    data.setSubjectCertConstraints(settings.subjects());
    data.setDisableBSPEnforcement(!settings.flag(SecuritySettings.BSP_COMPLIANT, true));
    data.setTimeStampTTL(settings.timestampSeconds());
    data.setTimeStampFutureTTL(settings.timestampFutureSeconds());
    data.setUtTTL(settings.tokenSeconds());
    data.setUtFutureTTL(settings.tokenFutureSeconds());
    data.setValidateSamlSubjectConfirmation(false); // the validator's matter
    return data;
  }

  // ---- what is expected ----

  /**
   * Holds a message that was read to what is expected, and returns the alternative that it meets.
   *
   * @param alternatives one of which is to be met
   * @param exchange whose key has to be that of the message, where it has one
   * @return that which is
   * @throws SoapMessageException with the fault, if none is
   */
  Protection met(ReceivedMessage message, List<Protection> alternatives, Exchange exchange)
      throws SoapMessageException {
    SoapMessageException first = null;
    for (Protection each : alternatives) {
      try {
        message.check(each, exchange.sharedKey);
        return each;
      } catch (SoapMessageException e) {
        first = first == null ? e : first;
      }
    }
    throw Objects.requireNonNull(first, "a protection always has an alternative");
  }

  /**
   * Finds the sender of a message that is as expected, which counts as used from here on.
   *
   * @throws SoapMessageException with the fault, if it was used before, or its sender is refused
   */
  Sender sender(ReceivedMessage message, Protection met) throws SoapMessageException {
    SoapVersion version = message.envelope().version();
    UsernameToken user = met.user() == null ? null : message.user();
    if (user != null && met.user() != null) {
      checkToken(user, met.user(), version);
    }
    WSSecurityEngineResult signature = met.signing() == null ? null : message.signature();
    Timestamp timestamp = message.timestamp();
    if (signature != null && met.timestamp() && timestamp != null) {
      byte[] value = (byte[]) signature.get(WSSecurityEngineResult.TAG_SIGNATURE_VALUE);
      Instant created = timestamp.getCreated();
      if (value == null || created == null || !signatures.add("", value, created)) {
        throw SecurityFaults.invalid(version, "expected a message that was not received before");
      }
    }
    Principal signer =
        signature == null || message.signer() == null
            ? null
            : message.signer().getSubjectX500Principal();
    Element assertion = met.assertion() ? message.assertion() : null;
    Principal subject = assertion == null ? null : validated(assertion, signer, version);
    Principal known = subject == null ? signer : subject;
    return new Sender(user == null ? known : new User(user.getName()), assertion);
  }

  /** A digest says nothing if it is not once only, which takes a nonce and a time. */
  private void checkToken(UsernameToken token, Protection.User expected, SoapVersion version)
      throws SoapMessageException {
    if (expected.passwordType() != null
        && !expected.passwordType().equals(token.getPasswordType())) {
      throw SecurityFaults.failedAuthentication(version);
    }
    if (token.isHashed() && (token.getNonce() == null || token.getCreatedDate() == null)) {
      throw SecurityFaults.invalid(version, "expected a digest with a Nonce and a Created");
    }
    Instant created = token.getCreatedDate();
    if (token.getNonce() != null
        && created != null
        && !nonces.add(token.getName(), decoded(token.getNonce(), version), created)) {
      throw SecurityFaults.failedAuthentication(version);
    }
  }

  private static byte[] decoded(String nonce, SoapVersion version) throws SoapMessageException {
    try {
      return Base64.getMimeDecoder().decode(nonce);
    } catch (IllegalArgumentException e) {
      throw SecurityFaults.invalid(version, "expected a Nonce in Base64");
    }
  }

  private @Nullable Principal validated(
      Element assertion, @Nullable Principal signer, SoapVersion version)
      throws SoapMessageException {
    SamlAssertionValidator validator =
        settings.instance(SecuritySettings.ASSERTION_VALIDATOR, SamlAssertionValidator.class);
    try {
      return Objects.requireNonNull(validator, "validator").validate(assertion, signer);
    } catch (RuntimeException e) {
      log.debug("an assertion is refused", e);
      throw SecurityFaults.failedAuthentication(version);
    }
  }

  /** A user whose password was right. */
  private record User(String name) implements Principal {
    @Override
    public String getName() {
      return name;
    }
  }

  /** Takes an assertion of SAML as it is: it is for a {@link SamlAssertionValidator} to look at. */
  private static final class AssertionProcessor implements Processor {
    @Override
    public List<WSSecurityEngineResult> handleToken(Element assertion, RequestData data) {
      WSSecurityEngineResult result = new WSSecurityEngineResult(WSConstants.ST_UNSIGNED);
      result.put(WSSecurityEngineResult.TAG_TOKEN_ELEMENT, assertion);
      data.getWsDocInfo().addResult(result);
      return List.of(result);
    }
  }

  /** Trusts signers as WSS4J does, and says of others that they could not be authenticated. */
  private static final class TrustedSigners extends SignatureTrustValidator {
    @Override
    protected void verifyTrustInCerts(
        X509Certificate[] certificates, Crypto crypto, RequestData data, boolean revocation)
        throws WSSecurityException {
      try {
        super.verifyTrustInCerts(certificates, crypto, data, revocation);
      } catch (WSSecurityException e) {
        throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_AUTHENTICATION, e);
      }
    }

    @Override
    protected void validatePublicKey(PublicKey key, Crypto crypto) throws WSSecurityException {
      throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_AUTHENTICATION);
    }
  }

  /**
   * The tokens of one kind that have been used, so that none is used twice: remembered for as long
   * as their time is accepted, in a bounded memory, or in a cache of the application. Thread-safe.
   */
  private static final class UsedTokens {
    private static final int MAX_TOKENS = 100_000;

    /** For how long more a token is remembered, as its time is looked at before it is noted. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final NonceCache own = new NonceCache(MAX_TOKENS);
    private final @Nullable ReplayCache shared; // null for none
    private final Duration accepted;

    /**
     * @param shared of the application; null for none
     * @param seconds for how long a token is accepted after it was made, or before
     */
    UsedTokens(@Nullable ReplayCache shared, int seconds) {
      this.shared = shared;
      this.accepted = Duration.ofSeconds(seconds).plus(MARGIN);
    }

    /** Notes that a token is used; returns false if it was before, or may have been. */
    boolean add(String owner, byte[] token, Instant created) {
      Instant now = Instant.now();
      if (!own.add(owner, token, created, now.minus(accepted))) {
        return false;
      }
      if (shared == null) {
        return true;
      }
      String name = owner + ' ' + Base64.getEncoder().encodeToString(token);
      if (shared.contains(name)) {
        return false;
      }
      shared.add(name, now.plus(accepted));
      return true;
    }
  }
}
