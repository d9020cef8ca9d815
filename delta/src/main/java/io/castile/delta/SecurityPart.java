package io.castile.delta;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What a Security header says about the sender (UsernameToken Profile 1.1 §3.1). With a digest only
 * the whole block does: who knows a user's name does not know the password.
 */
final class SecurityPart {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
  private static final String SECURITY = OASIS + "wssecurity-secext-1.0.xsd";
  private static final String UTILITY = OASIS + "wssecurity-utility-1.0.xsd";
  private static final String TEXT = OASIS + "username-token-profile-1.0#PasswordText";

  private boolean plain = true;
  private int tokens;
  private String user;
  private String password;

  private SecurityPart() {}

  /**
   * Reads the element at which {@code in} stands to its end, if it is a Security header.
   *
   * @return null if it is none; nothing has been read then
   */
  static SecurityPart read(XmlReader in) {
    if (!is(in.name(), SECURITY, "Security")) {
      return null;
    }
    SecurityPart part = new SecurityPart();
    for (XmlName child = in.nextChild(null); child != null; child = in.nextChild(null)) {
      if (is(child, SECURITY, "UsernameToken")) {
        part.tokens++;
        part.readToken(in);
      } else {
        part.plain &= is(child, UTILITY, "Timestamp");
        in.skipElement();
      }
    }
    return part;
  }

  private void readToken(XmlReader in) {
    for (XmlName child = in.nextChild(null); child != null; child = in.nextChild(null)) {
      if (is(child, SECURITY, "Username") && user == null) {
        user = in.readText().toString();
      } else if (is(child, SECURITY, "Password") && password == null) {
        plain &= isText(in);
        password = in.readText().toString();
      } else {
        plain &= is(child, SECURITY, "Nonce") || is(child, UTILITY, "Created");
        in.skipElement();
      }
    }
  }

  private static boolean isText(XmlReader in) {
    for (int i = 0; i < in.attributeCount(); i++) {
      if (is(in.attributeName(i), "", "Type")) {
        return in.attribute(i).toToken().equals(TEXT);
      }
    }
    return true;
  }

  private static boolean is(XmlName name, String uri, String local) {
    return name.local().equals(local) && name.uri().equals(uri);
  }

  /** Whether this says all that the block says about the sender. */
  boolean isPlain() {
    return plain && (tokens == 0 || (tokens == 1 && user != null && password != null));
  }

  /** Adds who the sender is. Returns false if the block does not say, as one with a time only. */
  boolean addTo(MessageDigest digest) {
    if (tokens == 0) {
      return false;
    }
    for (String part : new String[] {TEXT, user, password}) {
      RequestParts.add(digest, part.getBytes(StandardCharsets.UTF_8));
    }
    return true;
  }
}
