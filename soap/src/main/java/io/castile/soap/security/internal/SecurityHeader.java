package io.castile.soap.security.internal;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.security.PasswordType;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The content of a Security header block. Unknown content is refused and not passed over: no code
 * shall learn the sender from another part of the block than the one that was checked.
 *
 * @param token null for none
 * @param timestamp null for none
 * @param isExtended whether the token has elements that are ignored here, and that other code may
 *     use
 */
record SecurityHeader(
    @Nullable UsernameToken token, @Nullable Timestamp timestamp, boolean isExtended) {
  /** Longer texts are refused, in characters. */
  static final int MAX_TEXT = 1024;

  /** Longer times are refused. */
  static final int MAX_SHORT_TEXT = 256;

  /** Longer nonces in Base64 are refused, with the line ends among it. */
  static final int MAX_NONCE_TEXT = 4096;

  /** Names of the profile, which other code might read even in another namespace. */
  private static final Set<String> OF_TOKEN =
      Set.of("UsernameToken", "Username", "Password", "Nonce", "Created");

  private static final String SIGNED = "http://www.w3.org/2000/09/xmldsig#";
  private static final String ENCRYPTED = "http://www.w3.org/2001/04/xmlenc#";

  /**
   * Reads the one Security header block of a message.
   *
   * @return null if there is none
   * @throws SoapMessageException with the fault, if there are several, or it is not as it must be
   */
  static @Nullable SecurityHeader of(List<SoapHeader> headers, SoapVersion version)
      throws SoapMessageException {
    SoapHeader found = null;
    for (SoapHeader header : headers) {
      if (header.name().equals(Wsse.SECURITY)) {
        if (found != null) {
          throw Wsse.invalidSecurity(version, "expected one header, found more");
        }
        found = header;
      }
    }
    if (found == null) {
      return null;
    }
    byte[] block = found.toBytes();
    try {
      XmlReader in = new XmlReader().reset(block, 0, block.length);
      in.nextChild(null);
      return new Reader(in).read();
    } catch (UnclearException e) {
      throw Wsse.invalidSecurity(version, e.what);
    } catch (XmlException e) {
      throw Wsse.invalidSecurity(version, "expected a block within the usual limits");
    }
  }

  /**
   * Reads the element at which a reader stands, to its end, as a Security header block.
   *
   * @throws UnclearException if it is not as it must be; then the reader stands anywhere in it
   * @throws XmlException if it is malformed
   */
  static SecurityHeader read(XmlReader in) throws UnclearException {
    return new Reader(in).read();
  }

  /** Says that a block is not as it must be: what was expected; nothing of its content. */
  static final class UnclearException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String what;

    UnclearException(String what) {
      super(what);
      this.what = what;
    }
  }

  /** Knows where in a block it is by the place of the reader. */
  private static final class Reader {
    /** The characters that xs:base64Binary may have between its own. */
    private static final Pattern WHITE_SPACE = Pattern.compile("[ \\t\\r\\n]+");

    private final XmlReader in;
    private boolean isExtended;

    Reader(XmlReader in) {
      this.in = in;
    }

    SecurityHeader read() throws UnclearException {
      UsernameToken token = null;
      Timestamp timestamp = null;
      while (nextChild()) {
        if (is(Wsse.NAMESPACE, "UsernameToken") && token == null) {
          token = token();
        } else if (is(Wsse.UTILITY_NAMESPACE, "Timestamp") && timestamp == null) {
          timestamp = timestamp();
        } else {
          throw notRead();
        }
      }
      return new SecurityHeader(token, timestamp, isExtended);
    }

    /** Says what else the block has: names that the specifications give, and no others. */
    private UnclearException notRead() {
      String uri = in.name().uri();
      if (is(Wsse.NAMESPACE, "UsernameToken") || is(Wsse.UTILITY_NAMESPACE, "Timestamp")) {
        return wrong("expected at most one UsernameToken and one Timestamp, found more");
      }
      String found = "another element";
      if (uri.equals(SIGNED) || uri.equals(ENCRYPTED) || uri.startsWith(Wsse.OASIS_TOKENS)) {
        found = ErrorText.shortened(in.name().local());
      }
      return wrong(
          "expected nothing but a UsernameToken and a Timestamp, found "
              + found
              + "; signatures, encryption and their tokens are for messageSecurity, by"
              + " io.castile:castile-wss4j");
    }

    private UsernameToken token() throws UnclearException {
      String user = null;
      String password = null;
      PasswordType type = null;
      byte[] nonce = null;
      String created = null;
      while (nextChild()) {
        if (is(Wsse.NAMESPACE, "Username") && user == null) {
          user = text(MAX_TEXT);
        } else if (is(Wsse.NAMESPACE, "Password") && password == null) {
          type = type(attribute("Type"));
          password = text(MAX_TEXT);
        } else if (is(Wsse.NAMESPACE, "Nonce") && nonce == null) {
          nonce = nonce(attribute("EncodingType"));
        } else if (is(Wsse.UTILITY_NAMESPACE, "Created") && created == null) {
          created = text(MAX_SHORT_TEXT).strip();
        } else if (isOfToken()) {
          throw wrong(
              "expected Username, Password, Nonce and Created once each, found one of them again"
                  + " or another element of WS-Security");
        } else {
          passExtension();
        }
      }
      if (user == null) {
        throw wrong("expected a UsernameToken with a Username");
      }
      if (user.isEmpty() || user.chars().anyMatch(Character::isISOControl)) {
        throw wrong("expected a Username that is not empty, without control characters");
      }
      Instant createdAt = created == null ? null : time(created);
      return new UsernameToken(user, type, password, nonce, created, createdAt);
    }

    /** Whether the element has a name of the profile, or of what it is about. */
    private boolean isOfToken() {
      String uri = in.name().uri();
      return uri.equals(Wsse.NAMESPACE)
          || uri.equals(Wsse.UTILITY_NAMESPACE)
          || uri.startsWith(Wsse.OASIS_TOKENS)
          || OF_TOKEN.contains(in.name().local());
    }

    /** Passes over an extension (UsernameToken Profile 1.1 §3.1) that names no user. */
    private void passExtension() throws UnclearException {
      isExtended = true;
      int depth = 1;
      while (depth > 0) {
        int event = in.next();
        if (event == XmlReader.START_ELEMENT) {
          depth++;
          if (isOfToken()) {
            throw wrong("expected no element of WS-Security within an extension of a token");
          }
        } else if (event == XmlReader.END_ELEMENT) {
          depth--;
        }
      }
    }

    private static PasswordType type(String type) throws UnclearException {
      if (type.isEmpty() || type.equals(Wsse.PASSWORD_TEXT)) {
        return PasswordType.TEXT;
      }
      if (type.equals(Wsse.PASSWORD_DIGEST)) {
        return PasswordType.DIGEST;
      }
      throw wrong("expected a Password of type PasswordText or PasswordDigest");
    }

    private byte[] nonce(String encoding) throws UnclearException {
      if (!encoding.isEmpty() && !encoding.equals(Wsse.BASE64)) {
        throw wrong("expected a Nonce in Base64");
      }
      try {
        String text = WHITE_SPACE.matcher(text(MAX_NONCE_TEXT)).replaceAll("");
        byte[] bytes = Base64.getDecoder().decode(text);
        if (bytes.length > 0) {
          return bytes;
        }
      } catch (IllegalArgumentException e) {
        // As an empty one.
      }
      throw wrong("expected a Nonce in Base64");
    }

    private Timestamp timestamp() throws UnclearException {
      Instant created = null;
      Instant expires = null;
      while (nextChild()) {
        if (is(Wsse.UTILITY_NAMESPACE, "Created") && created == null && expires == null) {
          created = time(text(MAX_SHORT_TEXT).strip());
        } else if (is(Wsse.UTILITY_NAMESPACE, "Expires") && expires == null) {
          expires = time(text(MAX_SHORT_TEXT).strip());
        } else {
          throw wrong("expected a Timestamp with Created, then Expires");
        }
      }
      if (created != null && expires != null && expires.isBefore(created)) {
        throw wrong("expected a Timestamp that expires after it was created");
      }
      return new Timestamp(created, expires);
    }

    private static Instant time(String text) throws UnclearException {
      Instant time = Timestamp.parse(text);
      if (time == null) {
        throw wrong("expected a time as xs:dateTime has it");
      }
      return time;
    }

    /** The text of an element without elements; the reader is then at its end. */
    private String text(int maxLength) throws UnclearException {
      String text = "";
      int event = in.nextContent();
      if (event == XmlReader.TEXT) {
        text = in.text();
        event = in.nextContent();
      }
      if (event != XmlReader.END_ELEMENT || text.length() > maxLength) {
        throw wrong("expected texts of at most " + maxLength + " characters");
      }
      return text;
    }

    /** An attribute in no namespace; an empty text for none. */
    private String attribute(String local) {
      for (int i = 0; i < in.attributeCount(); i++) {
        XmlName name = in.attributeName(i);
        if (name.local().equals(local) && name.uri().isEmpty()) {
          return in.attribute(i).toToken();
        }
      }
      return "";
    }

    private boolean nextChild() {
      return in.nextChild(null) != null;
    }

    private boolean is(String uri, String local) {
      return in.name().local().equals(local) && in.name().uri().equals(uri);
    }

    private static UnclearException wrong(String what) {
      return new UnclearException(what);
    }
  }
}
