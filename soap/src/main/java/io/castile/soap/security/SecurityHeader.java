package io.castile.soap.security;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The content of a Security header block. What is not known is refused and not passed over: nobody
 * shall be told by another part of the block who the sender is than by the one that was checked.
 *
 * @param token null for none
 * @param timestamp null for none
 */
record SecurityHeader(UsernameToken token, Timestamp timestamp) {
  /** Longer texts are refused, in characters. */
  static final int MAX_TEXT = 1024;

  /** Longer times, and longer nonces in Base64, are refused. */
  static final int MAX_SHORT_TEXT = 256;

  /**
   * Reads the one Security header block of a message.
   *
   * @return null if there is none
   * @throws SoapMessageException with the fault, if there are several, or it is not as it must be
   */
  static SecurityHeader of(List<SoapHeader> headers, SoapVersion version)
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
    return found == null ? null : new Reader(version).read(found.element());
  }

  private static final class Reader {
    private final SoapVersion version;

    Reader(SoapVersion version) {
      this.version = version;
    }

    SecurityHeader read(Element security) throws SoapMessageException {
      UsernameToken token = null;
      Timestamp timestamp = null;
      for (Element child : children(security)) {
        if (is(child, Wsse.NAMESPACE, "UsernameToken") && token == null) {
          token = token(child);
        } else if (is(child, Wsse.UTILITY_NAMESPACE, "Timestamp") && timestamp == null) {
          timestamp = timestamp(child);
        } else {
          throw wrong("expected at most one UsernameToken and one Timestamp, found more");
        }
      }
      return new SecurityHeader(token, timestamp);
    }

    private UsernameToken token(Element element) throws SoapMessageException {
      Element user = null;
      Element password = null;
      Element nonce = null;
      Element created = null;
      for (Element child : children(element)) {
        if (is(child, Wsse.NAMESPACE, "Username") && user == null) {
          user = child;
        } else if (is(child, Wsse.NAMESPACE, "Password") && password == null) {
          password = child;
        } else if (is(child, Wsse.NAMESPACE, "Nonce") && nonce == null) {
          nonce = child;
        } else if (is(child, Wsse.UTILITY_NAMESPACE, "Created") && created == null) {
          created = child;
        } else {
          throw wrong("expected Username, Password, Nonce and Created, found something else");
        }
      }
      if (user == null || password == null) {
        throw wrong("expected a UsernameToken with a Username and a Password");
      }
      String name = text(user, MAX_TEXT);
      if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
        throw wrong("expected a Username that is not empty, without control characters");
      }
      String time = created == null ? null : text(created, MAX_SHORT_TEXT).strip();
      return new UsernameToken(
          name,
          type(password),
          text(password, MAX_TEXT),
          nonce == null ? null : nonce(nonce),
          time,
          time == null ? null : time(time));
    }

    private PasswordType type(Element password) throws SoapMessageException {
      String type = password.getAttribute("Type").strip();
      if (type.isEmpty() || type.equals(Wsse.PASSWORD_TEXT)) {
        return PasswordType.TEXT;
      }
      if (type.equals(Wsse.PASSWORD_DIGEST)) {
        return PasswordType.DIGEST;
      }
      throw wrong("expected a Password of type PasswordText or PasswordDigest");
    }

    private byte[] nonce(Element nonce) throws SoapMessageException {
      String encoding = nonce.getAttribute("EncodingType").strip();
      if (!encoding.isEmpty() && !encoding.equals(Wsse.BASE64)) {
        throw wrong("expected a Nonce in Base64");
      }
      try {
        byte[] bytes = Base64.getDecoder().decode(text(nonce, MAX_SHORT_TEXT).strip());
        if (bytes.length > 0) {
          return bytes;
        }
      } catch (IllegalArgumentException e) {
        // As an empty one.
      }
      throw wrong("expected a Nonce in Base64");
    }

    private Timestamp timestamp(Element element) throws SoapMessageException {
      Instant created = null;
      Instant expires = null;
      for (Element child : children(element)) {
        String text = text(child, MAX_SHORT_TEXT).strip();
        if (is(child, Wsse.UTILITY_NAMESPACE, "Created") && created == null && expires == null) {
          created = time(text);
        } else if (is(child, Wsse.UTILITY_NAMESPACE, "Expires") && expires == null) {
          expires = time(text);
        } else {
          throw wrong("expected a Timestamp with Created, then Expires");
        }
      }
      if (created != null && expires != null && expires.isBefore(created)) {
        throw wrong("expected a Timestamp that expires after it was created");
      }
      return new Timestamp(created, expires);
    }

    private Instant time(String text) throws SoapMessageException {
      Instant time = Timestamp.parse(text);
      if (time == null) {
        throw wrong("expected a time as xs:dateTime has it");
      }
      return time;
    }

    /** The text of an element without elements. */
    private String text(Element element, int maxLength) throws SoapMessageException {
      String text = element.getTextContent();
      if (!children(element).isEmpty() || text.length() > maxLength) {
        throw wrong("expected texts of at most " + maxLength + " characters");
      }
      return text;
    }

    private static List<Element> children(Element element) {
      List<Element> children = new ArrayList<>();
      for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
        if (child instanceof Element) {
          children.add((Element) child);
        }
      }
      return children;
    }

    private static boolean is(Element element, String uri, String local) {
      return uri.equals(element.getNamespaceURI()) && local.equals(element.getLocalName());
    }

    private SoapMessageException wrong(String what) {
      return Wsse.invalidSecurity(version, what);
    }
  }
}
