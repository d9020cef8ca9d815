package io.castile.delta;

import io.castile.delta.format.Sha256;
import io.castile.soap.Headers;
import io.castile.soap.SoapMessageException;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.http.message.CredentialFields;
import io.castile.soap.security.internal.SenderClaim;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A digest of the parts of a request that identify its sender: the header fields with credentials,
 * and all header blocks but those of WS-Addressing, which tell where a message goes, not its
 * sender. Of a Security header with the password as text only user and password count, as the rest
 * changes from message to message; a Security header that readers may understand to name different
 * users identifies no sender.
 */
final class SenderDigest {
  private static final Set<String> ADDRESSING =
      Set.of(
          "http://www.w3.org/2005/08/addressing",
          "http://schemas.xmlsoap.org/ws/2004/08/addressing");

  /** The local name of every element that holds header blocks, in both versions of SOAP. */
  private static final byte[] HEADER = "Header".getBytes(StandardCharsets.US_ASCII);

  /** Longer messages are not searched for that: to read them up to the body is faster. */
  private static final int MAX_SEARCHED = 4096;

  /** Longer runs of characters before a colon are not looked up as a prefix. */
  private static final int MAX_PREFIX = 100;

  private static final String FETCH = "<f:Fetch xmlns:f=\"urn:castile:differential-link\"/>";

  private SenderDigest() {}

  /** Says that readers may differ in what header blocks say. */
  private static final class UnclearException extends Exception {
    private static final long serialVersionUID = 1;

    UnclearException() {
      super("unclear header blocks", null, false, false);
    }
  }

  /** Looks up what may be prefixes in the texts of one message. Used by one thread. */
  private static final class Prefixes {
    /** A lookup takes time by the number of declarations, which the sender chooses. */
    private static final int MAX_LOOKUPS = 4096;

    private final boolean written;
    private int lookups;

    Prefixes(boolean written) {
      this.written = written;
    }

    /**
     * Returns the namespace of a prefix; null if it has none.
     *
     * @throws UnclearException if this end has written the message and the prefix has a namespace,
     *     as the peer may have other prefixes; or after too many lookups
     */
    @Nullable String uri(String prefix, XmlReader reader) throws UnclearException {
      lookups++;
      String uri = reader.namespaceUri(prefix);
      if (lookups > MAX_LOOKUPS || uri != null && written) {
        throw new UnclearException();
      }
      return uri;
    }
  }

  /**
   * Returns what tells senders apart, as a digest; an empty text if the request says nothing of its
   * sender.
   *
   * @param headers by name in any case
   * @param named names of fields that are credentials, too, in lower case
   * @return null if it cannot be told
   */
  static @Nullable String identity(
      Headers headers, Set<String> named, byte[] message, @Nullable String charset) {
    return identity(headers, named, message, charset, false);
  }

  /**
   * Returns the identity of the sender of a message that came, or that this end has written.
   *
   * @param written whether this end has written the message, so that its prefixes are not those of
   *     the peer
   */
  private static @Nullable String identity(
      Headers headers,
      Set<String> named,
      byte[] message,
      @Nullable String charset,
      boolean written) {
    if (!Utf8Messages.isUtf8(message, charset)) {
      return null;
    }
    boolean blocks = message.length > MAX_SEARCHED || contains(message, HEADER);
    if (!blocks && !hasCredentials(headers, named)) {
      return "";
    }
    MessageDigest digest = Sha256.digest();
    boolean said = addCredentials(digest, headers, named);
    SenderClaim claim = blocks ? SenderClaim.ofMessage(message, charset) : null;
    if (claim != null && claim.kind() == SenderClaim.Kind.UNCLEAR) {
      return null;
    }
    try {
      said |= addBlocks(digest, message, claim, new Prefixes(written));
    } catch (UnclearException | XmlException e) {
      return null; // a malformed message is refused further on
    }
    return said ? Base64.getEncoder().encodeToString(digest.digest()) : "";
  }

  /** As below, of a request; without its body, where it is made of values alone. */
  static @Nullable String identity(SoapRequest request, Set<String> named)
      throws SoapMessageException {
    if (request.hasNoBlocks()) {
      return credentials(request.headers(), named);
    }
    byte[] header = request.writtenHeader();
    byte[] message = header == null ? request.bytes() : header;
    return identity(request.headers(), named, message, request.charset(), header != null);
  }

  /** Like {@link #identity}, where the message is not known yet, or has no header blocks. */
  static String credentials(Headers headers, Set<String> named) {
    if (!hasCredentials(headers, named)) {
      return "";
    }
    MessageDigest digest = Sha256.digest();
    addCredentials(digest, headers, named);
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  private static boolean hasCredentials(Headers headers, Set<String> named) {
    for (int i = 0; i < headers.size(); i++) {
      if (isCredential(headers.name(i), named)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCredential(String name, Set<String> named) {
    return CredentialFields.isCredential(name)
        || (!named.isEmpty() && named.contains(name.toLowerCase(Locale.ROOT)));
  }

  private static boolean contains(byte[] message, byte[] part) {
    for (int at = 0; at <= message.length - part.length; at++) {
      if (message[at] == part[0]
          && Arrays.equals(message, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean addCredentials(MessageDigest digest, Headers headers, Set<String> named) {
    Map<String, String> credentials = new TreeMap<>(); // in one order, whatever that of the headers
    headers
        .toMap()
        .forEach(
            (name, value) -> {
              if (isCredential(name, named)) {
                credentials.put(name.toLowerCase(Locale.ROOT), value);
              }
            });
    credentials.forEach(
        (name, value) -> {
          add(digest, name.getBytes(StandardCharsets.UTF_8));
          add(digest, value.getBytes(StandardCharsets.UTF_8));
        });
    return !credentials.isEmpty();
  }

  /**
   * @param claim of the message's Security header; null where there is no header block at all
   */
  private static boolean addBlocks(
      MessageDigest digest, byte[] message, @Nullable SenderClaim claim, Prefixes prefixes)
      throws UnclearException {
    XmlReader reader = new XmlReader().reset(message, 0, message.length);
    MessageDigest around = Sha256.digest(); // of the tags around blocks; nothing without a block
    boolean any = false;
    boolean inHeader = false;
    String soap = "";
    while (reader.next() != XmlReader.END_DOCUMENT) {
      if (reader.event() != XmlReader.START_ELEMENT) {
        continue;
      }
      if (reader.depth() == 1) {
        soap = reader.name().uri(); // which tells the version of SOAP
        addTag(around, reader, prefixes);
      } else if (reader.depth() == 2) {
        String local = reader.name().uri().equals(soap) ? reader.name().local() : "";
        if (local.equals("Body")) { // no block comes after it
          if (any) {
            add(digest, around.digest());
          }
          return any;
        }
        if (inHeader || !local.equals("Header")) {
          throw new UnclearException(); // some readers look for blocks further on
        }
        inHeader = true;
        addTag(around, reader, prefixes);
      } else {
        boolean isAddressing = ADDRESSING.contains(reader.name().uri());
        SenderClaim own =
            claim != null && SenderClaim.isSecurity(reader.name().toQName()) ? claim : null;
        if (own != null && own.kind() == SenderClaim.Kind.PASSWORD) {
          any = true;
          add(digest, "claim");
          add(digest, Objects.requireNonNull(own.identity()));
          reader.skipElement();
        } else if (isAddressing || own != null && own.kind() == SenderClaim.Kind.NOBODY) {
          reader.skipElement();
        } else {
          any = true;
          addElement(digest, reader, prefixes);
        }
      }
    }
    throw new UnclearException(); // there is no body
  }

  /**
   * Adds the element at which the reader stands, and all in it, whatever the prefixes of its names
   * are: two ends may write one block with different ones. The reader goes to its end.
   *
   * @throws UnclearException if there is a comment, a processing instruction, or a text in pieces:
   *     readers differ in what is the text then
   */
  private static void addElement(MessageDigest digest, XmlReader reader, Prefixes prefixes)
      throws UnclearException {
    int depth = reader.depth();
    addTag(digest, reader, prefixes);
    while (reader.next() != XmlReader.END_ELEMENT || reader.depth() != depth) {
      switch (reader.event()) {
        case XmlReader.START_ELEMENT -> addTag(digest, reader, prefixes);
        case XmlReader.END_ELEMENT -> add(digest, ">");
        case XmlReader.TEXT -> {
          if (reader.textSourceInPieces() != null) {
            throw new UnclearException();
          }
          addText(digest, '"', reader.text(), reader, prefixes);
        }
        default -> throw new UnclearException();
      }
    }
    add(digest, ">");
  }

  private static void addTag(MessageDigest digest, XmlReader reader, Prefixes prefixes)
      throws UnclearException {
    add(digest, "<" + reader.name());
    add(digest, "xmlns=" + reader.namespaceUri(""));
    Map<String, String> inOrder = new TreeMap<>();
    for (int i = 0; i < reader.attributeCount(); i++) {
      inOrder.put(reader.attributeName(i).toString(), reader.attribute(i).toString());
    }
    for (Map.Entry<String, String> attribute : inOrder.entrySet()) {
      add(digest, "@" + attribute.getKey());
      addText(digest, '=', attribute.getValue(), reader, prefixes);
    }
  }

  /**
   * Adds a text, with the namespaces of the prefixes that may be in it, as in a qualified name.
   *
   * @throws UnclearException as {@link Prefixes#uri}
   */
  private static void addText(
      MessageDigest digest, char kind, String text, XmlReader reader, Prefixes prefixes)
      throws UnclearException {
    add(digest, kind + text);
    for (int at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
      int least = Math.max(0, at - MAX_PREFIX);
      for (int start = at - 1; start >= least && isOfName(text.charAt(start)); start--) {
        String uri = prefixes.uri(text.substring(start, at), reader);
        if (uri != null) {
          add(digest, "xmlns:" + uri);
        }
      }
    }
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c > 0x7f;
  }

  private static void add(MessageDigest digest, String part) {
    add(digest, part.getBytes(StandardCharsets.UTF_8));
  }

  /** Where the {@code >} is that ends a tag. */
  static int endOfTag(byte[] message, int start) {
    int pos = start;
    byte quote = 0;
    while (pos < message.length && (quote != 0 || message[pos] != '>')) {
      byte c = message[pos++];
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      }
    }
    return pos;
  }

  static void add(MessageDigest digest, byte[] part) {
    add(digest, part, 0, part.length);
  }

  /**
   * Adds a part with its length before it, so that no two sequences of parts are the same bytes.
   */
  private static void add(MessageDigest digest, byte[] bytes, int start, int end) {
    int length = end - start;
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.update((byte) (length >>> shift));
    }
    digest.update(bytes, start, length);
  }

  /**
   * Returns a request for a message that was the answer to {@code message}: the same header, and a
   * body that no service takes for one of its operations.
   *
   * @param message well-formed, in UTF-8
   */
  static byte[] fetch(byte[] message) {
    XmlReader reader = new XmlReader().reset(message, 0, message.length);
    int envelope = -1;
    int body = -1;
    while (body < 0 && reader.next() != XmlReader.END_DOCUMENT) {
      if (reader.event() != XmlReader.START_ELEMENT) {
        continue;
      }
      if (envelope < 0) {
        envelope = reader.offset();
      } else if (reader.name().local().equals("Body")) {
        body = reader.offset();
      } else {
        reader.skipElement();
      }
    }
    if (body < 0) {
      throw new IllegalStateException("Cannot digest the request, because it has no body.");
    }
    int end = endOfTag(message, body);
    end -= message[end - 1] == '/' ? 1 : 0; // an empty element that gets content
    ByteArrayOutputStream fetch = new ByteArrayOutputStream(end + 200);
    fetch.write(message, 0, end);
    fetch.writeBytes((">" + FETCH).getBytes(StandardCharsets.US_ASCII));
    writeEndTag(message, body, fetch);
    writeEndTag(message, envelope, fetch);
    return fetch.toByteArray();
  }

  /** Writes the end of the element whose start-tag is at {@code start}. */
  private static void writeEndTag(byte[] message, int start, ByteArrayOutputStream out) {
    int end = start + 1;
    while ("> /\t\r\n".indexOf(message[end]) < 0) {
      end++;
    }
    out.write('<');
    out.write('/');
    out.write(message, start + 1, end - start - 1);
    out.write('>');
  }
}
