package io.castile.wss4j;

import io.castile.wss4j.Protection.Encrypting;
import io.castile.wss4j.Protection.Signing;
import io.castile.wss4j.Protection.Token;
import io.castile.wss4j.Protection.User;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.apache.wss4j.dom.WSConstants;
import org.jspecify.annotations.Nullable;

/**
 * Protections that an application names by actions, as for the interceptors of WSS4J: the same for
 * all operations. Responses have those of requests, but for tokens, unless something else is said.
 */
final class Actions implements Protections {
  private static final Map<String, Integer> KEY_IDENTIFIERS =
      Map.of(
          "DirectReference", WSConstants.BST_DIRECT_REFERENCE,
          "IssuerSerial", WSConstants.ISSUER_SERIAL,
          "X509KeyIdentifier", WSConstants.X509_KEY_IDENTIFIER,
          "SKIKeyIdentifier", WSConstants.SKI_KEY_IDENTIFIER,
          "Thumbprint", WSConstants.THUMBPRINT_IDENTIFIER);

  private static final List<String> KNOWN =
      List.of(
          "UsernameToken",
          "Timestamp",
          "Signature",
          "Encryption",
          "Encrypt",
          "SAMLTokenUnsigned",
          "NoSecurity");

  private final SecuritySettings settings;
  private final Set<QName> optional;
  private final Algorithms algorithms;
  private final Protection request;
  private final Protection response;

  /**
   * @throws IllegalArgumentException if an action or a part is not known
   */
  Actions(SecuritySettings settings) {
    this.settings = settings;
    List<String> actions = actions(SecuritySettings.ACTION);
    Parts encrypted = Parts.encrypted(settings, SecuritySettings.ENCRYPTION_PARTS);
    Parts signed = Parts.signed(settings, SecuritySettings.SIGNATURE_PARTS);
    this.optional = Parts.optional(settings, SecuritySettings.OPTIONAL_SIGNATURE_PARTS);
    checkNamed(SecuritySettings.ACTION, actions, SecuritySettings.SIGNATURE_PARTS, signed);
    checkNamed(SecuritySettings.ACTION, actions, SecuritySettings.ENCRYPTION_PARTS, encrypted);
    List<String> answered;
    if (settings.has(SecuritySettings.RESPONSE_ACTION)) {
      answered = actions(SecuritySettings.RESPONSE_ACTION);
    } else {
      answered = new ArrayList<>(actions);
      answered.removeAll(List.of("UsernameToken", "SAMLTokenUnsigned"));
    }
    Parts signedResponse = signed;
    if (settings.has(SecuritySettings.RESPONSE_SIGNATURE_PARTS)) {
      signedResponse = Parts.signed(settings, SecuritySettings.RESPONSE_SIGNATURE_PARTS);
      checkNamed(
          SecuritySettings.RESPONSE_ACTION,
          answered,
          SecuritySettings.RESPONSE_SIGNATURE_PARTS,
          signedResponse);
    }
    this.algorithms =
        Algorithms.of(settings, !signed.tokens().isEmpty() || !signedResponse.tokens().isEmpty());
    this.request = protection(SecuritySettings.ACTION, actions, signed, encrypted);
    this.response =
        protection(SecuritySettings.RESPONSE_ACTION, answered, signedResponse, encrypted);
  }

  /** A part that no message has, as it comes by another action, would be left out silently. */
  private static void checkNamed(
      String actionKey, List<String> actions, String partsKey, Parts parts) {
    checkNamed(parts.timestamp(), "Timestamp", actionKey, actions, partsKey);
    checkNamed(parts.user(), "UsernameToken", actionKey, actions, partsKey);
    checkNamed(parts.signature(), "Signature", actionKey, actions, partsKey);
  }

  private static void checkNamed(
      boolean isNamed, String part, String actionKey, List<String> actions, String partsKey) {
    if (isNamed && !actions.contains(part)) {
      throw new IllegalArgumentException(
          "Cannot name "
              + part
              + " in "
              + partsKey
              + ", because "
              + actionKey
              + " has only "
              + actions
              + ". Add the action, or remove the part.");
    }
  }

  @Override
  public List<Protection> requests(@Nullable QName operation) {
    return List.of(request);
  }

  @Override
  public AlgorithmSuite accepted() {
    return algorithms.accepted();
  }

  @Override
  public Protection response(@Nullable QName operation, int alternative) {
    return response;
  }

  private List<String> actions(String key) {
    List<String> actions = List.of(settings.text(key, "").strip().split("\\s+"));
    for (String action : actions) {
      if (!KNOWN.contains(action)) {
        throw new IllegalArgumentException(
            key + ": expected some of " + KNOWN + ", found '" + action + "'");
      }
    }
    if (new HashSet<>(actions).size() != actions.size()) {
      throw new IllegalArgumentException(
          "Cannot use an action of " + key + " twice: " + actions + ". Remove one of them.");
    }
    return actions;
  }

  /**
   * @param key of the actions
   */
  private Protection protection(String key, List<String> actions, Parts signed, Parts encrypted) {
    int signature = actions.indexOf("Signature");
    int encryption = Math.max(actions.indexOf("Encrypt"), actions.indexOf("Encryption"));
    boolean hasTimestamp = actions.contains("Timestamp");
    User user =
        actions.contains("UsernameToken")
            ? new User(
                passwordType(),
                signature >= 0 && signed.user(),
                encryption >= 0 && encrypted.user())
            : null;
    Protection protection =
        new Protection(
            hasTimestamp,
            user,
            actions.contains("SAMLTokenUnsigned"),
            signature < 0 ? null : signing(signed),
            encryption < 0 ? null : encrypting(encrypted),
            encryption >= 0 && encryption < signature,
            algorithms);
    checkSomething(key, protection, encrypted);
    if (protection.encryptsFirst()
        && (encrypted.signature() || (user != null && user.isEncrypted()))) {
      throw new IllegalArgumentException(
          "Cannot encrypt a token or the signature before it is made. In "
              + SecuritySettings.ACTION
              + ", set Signature before Encrypt.");
    }
    return protection;
  }

  private @Nullable String passwordType() {
    String type = settings.text(SecuritySettings.PASSWORD_TYPE);
    if (type == null) {
      return null;
    }
    return switch (type) {
      case "PasswordText" -> WSConstants.PASSWORD_TEXT;
      case "PasswordDigest" -> WSConstants.PASSWORD_DIGEST;
      default ->
          throw new IllegalArgumentException(
              SecuritySettings.PASSWORD_TYPE
                  + ": expected PasswordText or PasswordDigest, found "
                  + type);
    };
  }

  /** An action that does nothing looks like protection. */
  private static void checkSomething(String key, Protection protection, Parts encrypted) {
    User user = protection.user();
    Signing signing = protection.signing();
    if (signing != null
        && !signing.body()
        && signing.required().isEmpty()
        && signing.tokens().isEmpty()
        && !protection.timestamp()
        && (user == null || !user.isSigned())) {
      throw new IllegalArgumentException(
          "Cannot sign, because " + key + " names no part that Signature signs. Name one.");
    }
    Encrypting encrypting = protection.encrypting();
    boolean encryptsSignature = encrypted.signature() && signing != null;
    if (encrypting != null
        && !encrypting.body()
        && !encryptsSignature
        && (user == null || !user.isEncrypted())) {
      throw new IllegalArgumentException(
          "Cannot encrypt, because " + key + " names no part that Encrypt encrypts. Name one.");
    }
  }

  private Signing signing(Parts parts) {
    int identifier = keyIdentifier(SecuritySettings.SIGNATURE_KEY_IDENTIFIER, "DirectReference");
    if (parts.tokens().contains(Token.BINARY) && identifier != WSConstants.BST_DIRECT_REFERENCE) {
      throw new IllegalArgumentException(
          "Cannot sign BinarySecurityToken of "
              + SecuritySettings.SIGNATURE_PARTS
              + " with "
              + SecuritySettings.SIGNATURE_KEY_IDENTIFIER
              + " "
              + settings.text(SecuritySettings.SIGNATURE_KEY_IDENTIFIER)
              + ". Set DirectReference.");
    }
    return new Signing(
        parts.isNone() || parts.body(),
        parts.headers(),
        optional,
        false,
        parts.tokens(),
        false,
        identifier);
  }

  private Encrypting encrypting(Parts parts) {
    return new Encrypting(
        parts.isNone() || parts.body(),
        parts.signature(),
        false,
        keyIdentifier(SecuritySettings.ENCRYPTION_KEY_IDENTIFIER, "IssuerSerial"));
  }

  private int keyIdentifier(String key, String otherwise) {
    String name = settings.text(key, otherwise);
    Integer identifier = KEY_IDENTIFIERS.get(name);
    if (identifier == null) {
      throw new IllegalArgumentException(
          key + ": expected one of " + KEY_IDENTIFIERS.keySet() + ", found " + name);
    }
    return identifier;
  }
}
