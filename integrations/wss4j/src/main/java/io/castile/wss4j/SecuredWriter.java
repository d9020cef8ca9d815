package io.castile.wss4j;

import io.castile.soap.http.Credentials;
import io.castile.wss4j.Protection.Encrypting;
import io.castile.wss4j.Protection.Signing;
import io.castile.wss4j.Protection.Token;
import io.castile.wss4j.Protection.User;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.CryptoType;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecEncryptedKey;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.apache.wss4j.dom.message.WSSecUsernameToken;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Protects messages that leave. Thread-safe. */
final class SecuredWriter {
  private final SecuritySettings settings;
  private final Passwords passwords;

  SecuredWriter(SecuritySettings settings, Passwords passwords) {
    this.settings = settings;
    this.passwords = passwords;
  }

  /**
   * Protects a message.
   *
   * @param exchange of which it is; told of the key that the message brings
   * @throws WSSecurityException if that is not possible
   * @throws IllegalArgumentException if a property is missing
   * @throws IllegalStateException if a password is missing
   */
  void secure(Envelope envelope, Protection protection, Exchange exchange)
      throws WSSecurityException {
    new Run(envelope, protection, exchange).run();
  }

  /** One message. WSS4J puts what it adds in front: the receiver undoes the last step first. */
  private final class Run {
    private final Envelope envelope;
    private final Protection protection;
    private final Exchange exchange;
    private final WSSecHeader header;
    private final Element security;
    private @Nullable Element timestamp;
    private @Nullable Element user;
    private @Nullable Element signature;
    private @Nullable String sharedKeyId; // where this message brings the key

    Run(Envelope envelope, Protection protection, Exchange exchange) throws WSSecurityException {
      this.envelope = envelope;
      this.protection = protection;
      this.exchange = exchange;
      this.header =
          new WSSecHeader(
              null, settings.flag(SecuritySettings.MUST_UNDERSTAND, true), envelope.document());
      this.security = header.insertSecurityHeader();
    }

    void run() throws WSSecurityException {
      WSSecEncryptedKey sharedKey = sharedKey();
      if (protection.timestamp()) {
        addTimestamp();
      }
      if (protection.user() != null) {
        addUser(protection.user());
      }
      if (protection.assertion()) {
        addAssertion();
      }
      if (protection.encryptsFirst() && protection.encrypting() != null) {
        encrypt(protection.encrypting());
      }
      if (protection.signing() != null) {
        sign(protection.signing());
      }
      if (!protection.encryptsFirst() && protection.encrypting() != null) {
        encrypt(protection.encrypting());
      }
      if (sharedKey != null) {
        sharedKey.prependToHeader();
        sharedKey.prependBSTElementToHeader();
      }
    }

    private void addTimestamp() {
      WSSecTimestamp added = new WSSecTimestamp(header);
      added.setTimeToLive(settings.timestampSeconds());
      added.build();
      timestamp = added.getElement();
    }

    private void addUser(User token) {
      Credentials caller = exchange.caller;
      String name =
          caller == null
              ? settings.required(SecuritySettings.USERNAME, "a UsernameToken")
              : caller.user();
      WSSecUsernameToken added = new WSSecUsernameToken(header);
      added.setPasswordType(
          token.passwordType() == null ? WSConstants.PASSWORD_TEXT : token.passwordType());
      added.setUserInfo(name, caller == null ? passwords.ofUser(name) : caller.password());
      added.build();
      user = added.getUsernameTokenElement();
    }

    private void addAssertion() {
      Element assertion = settings.instance(SecuritySettings.ASSERTION, Element.class);
      if (assertion == null) {
        throw new IllegalArgumentException(
            "Cannot send an assertion of SAML without the property "
                + SecuritySettings.ASSERTION
                + ". Set it.");
      }
      synchronized (assertion.getOwnerDocument()) { // reading a tree may change it
        security.appendChild(envelope.document().importNode(assertion, true));
      }
    }

    // ---- signing ----

    private void sign(Signing signing) throws WSSecurityException {
      WSSecSignature added = new WSSecSignature(header);
      added.setDigestAlgo(protection.algorithms().digest());
      added.setKeyIdentifierType(signing.keyIdentifier());
      Crypto crypto;
      String alias;
      if (signing.bySharedKey()) {
        crypto = null;
        alias = null;
        signByShared(added);
      } else {
        crypto = required(settings.own(), "a signature", SecuritySettings.SIGNATURE);
        alias = signer(crypto);
        added.setUserInfo(alias, passwords.ofKey(alias));
        added.setSignatureAlgorithm(
            protection.algorithms().signatureFor(certificate(alias, crypto).getPublicKey()));
      }
      List<WSEncryptionPart> parts = new ArrayList<>();
      for (Element covered : covered(signing)) {
        parts.add(part(covered, "Content"));
      }
      if (parts.isEmpty() && signing.tokens().isEmpty()) {
        return;
      }
      try {
        compute(added, crypto, signing, parts);
      } catch (WSSecurityException e) {
        if (crypto != null && alias != null) {
          checkKey(alias, crypto);
        }
        throw e;
      }
    }

    private void compute(
        WSSecSignature added,
        @Nullable Crypto crypto,
        Signing signing,
        List<WSEncryptionPart> parts)
        throws WSSecurityException {
      added.prepare(crypto);
      for (Token token : signing.tokens()) {
        parts.add(tokenPart(token, added));
      }
      Element binary = added.getBinarySecurityTokenElement();
      if (binary == null) {
        added.computeSignature(added.addReferencesToSign(parts));
      } else {
        added.prependBSTElementToHeader(); // its digest is that of its place in the tree
        Element next = (Element) binary.getNextSibling(); // this end has written all of them
        added.computeSignature(added.addReferencesToSign(parts), next != null, next);
      }
      signature = added.getSignatureElement();
    }

    /** Refuses a password that does not open the key, after signing has failed. */
    private void checkKey(String alias, Crypto crypto) {
      try {
        crypto.getPrivateKey(alias, passwords.ofKey(alias));
      } catch (WSSecurityException e) {
        throw new IllegalArgumentException(
            "Cannot open the key '"
                + alias
                + "', because its password is wrong. Set "
                + SecuritySettings.SIGNATURE_PASSWORD
                + ", or correct the callback handler's.",
            e);
      }
    }

    private static WSEncryptionPart tokenPart(Token token, WSSecSignature signature) {
      Element binary = signature.getBinarySecurityTokenElement();
      if (binary != null && token != Token.REFERRED) {
        return part(binary, "Content");
      }
      WSEncryptionPart referred = new WSEncryptionPart("STRTransform", "", "Content");
      referred.setId(signature.getSecurityTokenReferenceURI());
      return referred;
    }

    private void signByShared(WSSecSignature added) {
      Exchange.SharedKey shared = shared();
      added.setSecretKey(shared.secret());
      added.setSignatureAlgorithm(protection.algorithms().signature());
      if (sharedKeyId == null) {
        added.setEncrKeySha1value(shared.sha1());
        added.setKeyIdentifierType(WSConstants.ENCRYPTED_KEY_SHA1_IDENTIFIER);
      } else {
        added.setCustomTokenValueType(WSConstants.WSS_ENC_KEY_VALUE_TYPE);
        added.setCustomTokenId(sharedKeyId);
        added.setKeyIdentifierType(WSConstants.CUSTOM_SYMM_SIGNING);
      }
    }

    private List<Element> covered(Signing signing) {
      QName missing = signing.missing(envelope);
      if (missing != null) {
        throw new IllegalArgumentException(
            "Cannot sign the header block "
                + missing
                + ", because the message has none. If not every message has it, name it in "
                + SecuritySettings.OPTIONAL_SIGNATURE_PARTS
                + ".");
      }
      List<Element> covered = new ArrayList<>();
      if (signing.body()) {
        covered.add(envelope.body());
      }
      for (Element block : envelope.blocks()) {
        if (signing.covers(Envelope.name(block)) && block != security) {
          covered.add(block);
        }
      }
      if (timestamp != null) {
        covered.add(timestamp);
      }
      if (user != null && protection.user() != null && protection.user().isSigned()) {
        covered.add(user);
      }
      return covered;
    }

    private String signer(Crypto crypto) throws WSSecurityException {
      String said = settings.text(SecuritySettings.SIGNATURE_USERNAME);
      String alias = said == null ? crypto.getDefaultX509Identifier() : said;
      if (alias == null) {
        throw new IllegalArgumentException(
            "Cannot sign, because no key is named, and the key store has not exactly one. Set the"
                + " property "
                + SecuritySettings.SIGNATURE_USERNAME
                + ".");
      }
      return alias;
    }

    // ---- encrypting ----

    private void encrypt(Encrypting encrypting) throws WSSecurityException {
      WSSecEncrypt added = new WSSecEncrypt(header);
      added.setSymmetricEncAlgorithm(protection.algorithms().encryption());
      added.setKeyIdentifierType(encrypting.keyIdentifier());
      if (encrypting.body()) {
        added.getParts().add(part(envelope.body(), "Content"));
      }
      if (user != null && protection.user() != null && protection.user().isEncrypted()) {
        added.getParts().add(part(user, "Element"));
      }
      if (encrypting.signature() && signature != null) {
        added.getParts().add(part(signature, "Element"));
      }
      if (added.getParts().isEmpty()) {
        return;
      }
      if (encrypting.bySharedKey()) {
        encryptByShared(added);
        return;
      }
      Crypto crypto = required(settings.others(), "encryption", SecuritySettings.ENCRYPTION);
      added.setUseThisCert(receiver(crypto));
      added.setKeyEncAlgo(protection.algorithms().keyTransport());
      added.build(crypto, newKey());
    }

    private void encryptByShared(WSSecEncrypt added) throws WSSecurityException {
      Exchange.SharedKey shared = shared();
      added.setEncryptSymmKey(false);
      if (sharedKeyId == null) {
        added.setCustomReferenceValue(shared.sha1());
        added.setKeyIdentifierType(WSConstants.ENCRYPTED_KEY_SHA1_IDENTIFIER);
      } else {
        added.setEncKeyId(sharedKeyId);
      }
      added.build(
          null, KeyUtils.prepareSecretKey(protection.algorithms().encryption(), shared.secret()));
    }

    private SecretKey newKey() throws WSSecurityException {
      return KeyUtils.getKeyGenerator(protection.algorithms().encryption()).generateKey();
    }

    /** The certificate for which is encrypted. */
    private X509Certificate receiver(Crypto crypto) throws WSSecurityException {
      String alias = settings.text(SecuritySettings.ENCRYPTION_USERNAME);
      boolean ofRequest = SecuritySettings.SENDER_OF_REQUEST.equals(alias);
      if (ofRequest && exchange.requester != null) {
        return exchange.requester;
      }
      if (ofRequest) {
        throw new IllegalArgumentException(
            "Cannot encrypt the message for the sender of the request, because the request is not"
                + " signed.");
      }
      if (alias == null) {
        throw new IllegalArgumentException(
            "Cannot encrypt the message without a certificate. Set the property "
                + SecuritySettings.ENCRYPTION_USERNAME
                + " to the alias of a certificate, or to "
                + SecuritySettings.SENDER_OF_REQUEST
                + " to answer a request that is signed.");
      }
      return certificate(alias, crypto);
    }

    // ---- a key that is shared with the receiver ----

    private Exchange.SharedKey shared() {
      if (exchange.sharedKey == null) {
        throw new IllegalStateException(
            "Cannot encrypt the response, because the request brings no key.");
      }
      return exchange.sharedKey;
    }

    /** Makes the key of an exchange, where the message is the first that is to have one. */
    private @Nullable WSSecEncryptedKey sharedKey() throws WSSecurityException {
      Signing signing = protection.signing();
      Encrypting encrypting = protection.encrypting();
      boolean isUsed =
          (signing != null && signing.bySharedKey())
              || (encrypting != null && encrypting.bySharedKey());
      if (!isUsed || exchange.sharedKey != null) {
        return null;
      }
      Crypto crypto = required(settings.others(), "encryption", SecuritySettings.ENCRYPTION);
      SecretKey key = newKey();
      WSSecEncryptedKey added = new WSSecEncryptedKey(header);
      added.setUseThisCert(receiver(crypto));
      added.setKeyEncAlgo(protection.algorithms().keyTransport());
      added.setKeyIdentifierType(
          encrypting == null ? WSConstants.THUMBPRINT_IDENTIFIER : encrypting.keyIdentifier());
      added.prepare(crypto, key);
      sharedKeyId = added.getId();
      exchange.sharedKey = new Exchange.SharedKey(key.getEncoded(), added.getEncryptedKeySHA1());
      return added;
    }
  }

  private static WSEncryptionPart part(Element element, String modifier) {
    WSEncryptionPart part =
        new WSEncryptionPart(element.getLocalName(), element.getNamespaceURI(), modifier);
    part.setElement(element);
    return part;
  }

  private static Crypto required(@Nullable Crypto crypto, String what, String kind) {
    if (crypto == null) {
      throw new IllegalArgumentException(
          "Cannot use " + what + " without the property " + kind + ".properties. Set it.");
    }
    return crypto;
  }

  private static X509Certificate certificate(String alias, Crypto crypto)
      throws WSSecurityException {
    CryptoType type = new CryptoType(CryptoType.TYPE.ALIAS);
    type.setAlias(alias);
    X509Certificate[] found = crypto.getX509Certificates(type);
    if (found == null || found.length == 0) {
      throw new IllegalArgumentException(
          "Cannot find a certificate with alias '"
              + alias
              + "' in the key store. Add it, or correct the alias.");
    }
    return found[0];
  }
}
