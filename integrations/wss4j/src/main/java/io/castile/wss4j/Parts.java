package io.castile.wss4j;

import io.castile.wss4j.Protection.Token;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.jspecify.annotations.Nullable;

/**
 * Parts of messages that a property names. A name that can be no part of any message is refused: a
 * signature would silently leave out what it means.
 *
 * @param tokens forms of the token by which a signature is verified
 * @param headers header blocks
 */
record Parts(
    boolean body,
    boolean timestamp,
    boolean user,
    boolean signature,
    Set<Token> tokens,
    Set<QName> headers) {
  private static final Set<String> SOAP =
      Set.of(
          "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");

  /** Namespaces of which no element is a header block that can be signed. */
  private static final Set<String> OF_SECURITY =
      Set.of(
          WSConstants.WSSE_NS,
          WSConstants.WSSE11_NS,
          WSConstants.WSU_NS,
          WSConstants.SIG_NS,
          WSConstants.ENC_NS,
          WSConstants.ENC11_NS,
          WSConstants.SAML_NS,
          WSConstants.SAML2_NS);

  /** WSS4J's word for no namespace, in which no header block is. */
  private static final String NO_NAMESPACE = "Null";

  /** Names that WSS4J reserves for the token by which a signature is verified. */
  private static final QName ANY_TOKEN = new QName("", "Token");

  private static final QName REFERRED_TOKEN = new QName("", "STRTransform");

  private static final String SIGNED =
      "expected Body, Timestamp, UsernameToken, BinarySecurityToken, Token, STRTransform,"
          + " or a header block as {}{namespace}name, found ";

  private static final String ENCRYPTED =
      "expected Body (its content), UsernameToken or Signature (the element), found ";

  /** {@code {modifier}{namespace}name}, of which WSS4J demands the name only. */
  private static final Pattern PART =
      Pattern.compile("(?:\\{(Content|Element|)\\})?(?:\\{([^{}]*)\\})?\\s*([^{}]+)");

  private static final Pattern LOCAL_NAME =
      Pattern.compile("\\*|[\\p{L}_][\\p{L}\\p{N}\\p{M}._-]*");

  /** One part, as it is written. */
  private record Named(String text, @Nullable String modifier, QName name) {
    boolean isSoap() {
      return name.getNamespaceURI().isEmpty() || SOAP.contains(name.getNamespaceURI());
    }

    boolean isBody() {
      return name.getLocalPart().equals("Body") && isSoap();
    }

    /** WSS4J reserves the names of tokens whatever their namespace. */
    boolean isReserved(QName reserved) {
      boolean mayBe = isSoap() || name.getNamespaceURI().equals(WSConstants.WSSE_NS);
      return mayBe && name.getLocalPart().equals(reserved.getLocalPart());
    }

    boolean isHeaderBlock() {
      return !isSoap() && !OF_SECURITY.contains(name.getNamespaceURI());
    }

    boolean is(String expected) {
      return modifier == null || modifier.isEmpty() || modifier.equals(expected);
    }
  }

  /** Whether the property names nothing, or is not set. */
  boolean isNone() {
    return !body && !timestamp && !user && !signature && tokens.isEmpty() && headers.isEmpty();
  }

  /**
   * Reads what is to be signed.
   *
   * @throws IllegalArgumentException if a name is that of no part
   */
  static Parts signed(SecuritySettings settings, String key) {
    boolean body = false;
    boolean timestamp = false;
    boolean user = false;
    Set<Token> tokens = EnumSet.noneOf(Token.class);
    Set<QName> headers = new HashSet<>();
    for (Named part : named(settings, key)) {
      if (part.isBody()) {
        body = true;
      } else if (part.isReserved(ANY_TOKEN)) {
        tokens.add(Token.ANY);
      } else if (part.isReserved(REFERRED_TOKEN)) {
        tokens.add(Token.REFERRED);
      } else if (part.name().equals(WSConstants.BINARY_TOKEN)) {
        tokens.add(Token.BINARY);
      } else if (part.name().equals(WSConstants.TIMESTAMP)) {
        timestamp = true;
      } else if (part.name().equals(WSConstants.USERNAME_TOKEN)) {
        user = true;
      } else if (part.isHeaderBlock()) {
        headers.add(part.name());
      } else {
        throw new IllegalArgumentException(key + ": " + SIGNED + part.text());
      }
    }
    return new Parts(body, timestamp, user, false, Set.copyOf(tokens), Set.copyOf(headers));
  }

  /**
   * Reads header blocks that are signed where a message has them.
   *
   * @throws IllegalArgumentException if a name is that of no header block
   */
  static Set<QName> optional(SecuritySettings settings, String key) {
    Set<QName> headers = new HashSet<>();
    for (Named part : named(settings, key)) {
      if (!part.isHeaderBlock()) {
        throw new IllegalArgumentException(
            key + ": expected a header block as {}{namespace}name, found " + part.text());
      }
      headers.add(part.name());
    }
    return Set.copyOf(headers);
  }

  /**
   * Reads what is to be encrypted.
   *
   * @throws IllegalArgumentException if a name is that of no part, or a part is not encrypted so
   */
  static Parts encrypted(SecuritySettings settings, String key) {
    boolean body = false;
    boolean user = false;
    boolean signature = false;
    for (Named part : named(settings, key)) {
      if (part.isBody() && part.is("Content")) {
        body = true;
      } else if (part.name().equals(WSConstants.USERNAME_TOKEN) && part.is("Element")) {
        user = true;
      } else if (part.name().equals(WSConstants.SIGNATURE) && part.is("Element")) {
        signature = true;
      } else {
        throw new IllegalArgumentException(key + ": " + ENCRYPTED + part.text());
      }
    }
    return new Parts(body, false, user, signature, Set.of(), Set.of());
  }

  private static List<Named> named(SecuritySettings settings, String key) {
    List<Named> parts = new ArrayList<>();
    for (String each : settings.text(key, "").split(";", -1)) {
      String text = each.strip();
      if (text.isEmpty()) {
        continue;
      }
      Matcher part = PART.matcher(text);
      if (!part.matches() || !LOCAL_NAME.matcher(part.group(3)).matches()) {
        throw new IllegalArgumentException(
            key + ": expected {Content or Element}{namespace}name, found " + text);
      }
      String uri = part.group(2) == null ? "" : part.group(2).strip();
      boolean isNone = uri.equals(NO_NAMESPACE);
      parts.add(new Named(text, part.group(1), new QName(isNone ? "" : uri, part.group(3))));
    }
    return parts;
  }
}
