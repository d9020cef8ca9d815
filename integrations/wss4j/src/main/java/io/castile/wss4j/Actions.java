package io.castile.wss4j;

import io.castile.wss4j.Protection.Encrypting;
import io.castile.wss4j.Protection.Signing;
import io.castile.wss4j.Protection.User;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** A part, as WSS4J writes them: {@code {modifier}{namespace}name}. */
  private static final Pattern PART =
      Pattern.compile("(?:\\{(Content|Element|)\\})?(?:\\{([^{}]*)\\})?([^{}]+)");

  private static final Set<String> SOAP =
      Set.of(
          "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");

  private final Settings settings;
  private final Protection request;
  private final Protection response;

  /**
   * @throws IllegalArgumentException if an action or a part is not known
   */
  Actions(Settings settings) {
    this.settings = settings;
    List<String> actions = actions(Settings.ACTION);
    this.request = protection(actions);
    if (settings.has(Settings.RESPONSE_ACTION)) {
      this.response = protection(actions(Settings.RESPONSE_ACTION));
    } else {
      List<String> answered = new ArrayList<>(actions);
      answered.removeAll(List.of("UsernameToken", "SAMLTokenUnsigned"));
      this.response = protection(answered);
    }
  }

  @Override
  public List<Protection> requests(@Nullable QName operation) {
    return List.of(request);
  }

  @Override
  public AlgorithmSuite accepted() {
    return request.algorithms().accepted();
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
      throw new IllegalArgumentException(key + ": expected each action once, found " + actions);
    }
    return actions;
  }

  private Protection protection(List<String> actions) {
    int signed = actions.indexOf("Signature");
    int encrypted = Math.max(actions.indexOf("Encrypt"), actions.indexOf("Encryption"));
    Set<QName> parts = parts(Settings.SIGNATURE_PARTS);
    Set<QName> secret = parts(Settings.ENCRYPTION_PARTS);
    QName token = WSConstants.USERNAME_TOKEN;
    User user =
        actions.contains("UsernameToken")
            ? new User(
                passwordType(),
                signed >= 0 && parts.contains(token),
                encrypted >= 0 && secret.contains(token))
            : null;
    Protection protection =
        new Protection(
            actions.contains("Timestamp"),
            user,
            actions.contains("SAMLTokenUnsigned"),
            signed < 0 ? null : signing(parts),
            encrypted < 0 ? null : encrypting(secret),
            encrypted >= 0 && encrypted < signed,
            Algorithms.of(settings));
    if (protection.encryptsFirst()
        && (secret.contains(WSConstants.SIGNATURE) || (user != null && user.isEncrypted()))) {
      throw new IllegalArgumentException(
          Settings.ACTION
              + ": expected Signature before Encrypt where a token or the signature is encrypted");
    }
    return protection;
  }

  private @Nullable String passwordType() {
    String type = settings.text(Settings.PASSWORD_TYPE);
    if (type == null) {
      return null;
    }
    return switch (type) {
      case "PasswordText" -> WSConstants.PASSWORD_TEXT;
      case "PasswordDigest" -> WSConstants.PASSWORD_DIGEST;
      default ->
          throw new IllegalArgumentException(
              Settings.PASSWORD_TYPE + ": expected PasswordText or PasswordDigest, found " + type);
    };
  }

  private Signing signing(Set<QName> parts) {
    Set<QName> headers = new HashSet<>(parts);
    headers.removeIf(part -> isBody(part) || isOfSecurity(part));
    return new Signing(
        parts.isEmpty() || parts.stream().anyMatch(Actions::isBody),
        headers,
        false,
        false,
        keyIdentifier(Settings.SIGNATURE_KEY_IDENTIFIER, "DirectReference"));
  }

  private Encrypting encrypting(Set<QName> parts) {
    for (QName part : parts) {
      if (!isBody(part)
          && !part.equals(WSConstants.USERNAME_TOKEN)
          && !part.equals(WSConstants.SIGNATURE)) {
        throw new IllegalArgumentException(
            Settings.ENCRYPTION_PARTS
                + ": expected Body, UsernameToken or Signature, found "
                + part);
      }
    }
    return new Encrypting(
        parts.isEmpty() || parts.stream().anyMatch(Actions::isBody),
        parts.contains(WSConstants.SIGNATURE),
        false,
        keyIdentifier(Settings.ENCRYPTION_KEY_IDENTIFIER, "IssuerSerial"));
  }

  private static boolean isBody(QName part) {
    return part.getLocalPart().equals("Body") && SOAP.contains(part.getNamespaceURI());
  }

  /** The signature covers these by other rules. */
  private static boolean isOfSecurity(QName part) {
    return part.equals(WSConstants.TIMESTAMP) || part.equals(WSConstants.USERNAME_TOKEN);
  }

  private Set<QName> parts(String key) {
    Set<QName> parts = new HashSet<>();
    for (String text : settings.text(key, "").split(";", -1)) {
      if (text.isBlank()) {
        continue;
      }
      Matcher part = PART.matcher(text.strip());
      if (!part.matches()) {
        throw new IllegalArgumentException(
            key + ": expected {Content or Element}{namespace}name, found " + text.strip());
      }
      String uri = part.group(2) == null || part.group(2).isEmpty() ? soap(part) : part.group(2);
      parts.add(new QName(uri, part.group(3)));
    }
    return parts;
  }

  /** WSS4J has the Body of either version where no namespace is said. */
  private static String soap(Matcher part) {
    return part.group(3).equals("Body") ? SOAP.iterator().next() : "";
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
