package io.castile.gateway.soap;

import io.castile.soap.SoapVersion;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a gateway has to know of a response: whether it is a fault, and where in it stands
 * the part that is different for each caller. Immutable and thread-safe.
 *
 * @param kind what it is
 * @param isSecured whether it has a header block of WS-Security, which is made for one asker
 * @param relatesTo where the text of the header block RelatesTo of WS-Addressing stands; null for
 *     nowhere
 * @param messageId where that of MessageID stands; null for nowhere
 */
public record AnswerForm(
    Kind kind, boolean isSecured, @Nullable Span relatesTo, @Nullable Span messageId) {
  private static final IdleReaders READERS = new IdleReaders();

  /** The form of what is no whole envelope. */
  public static final AnswerForm BROKEN = new AnswerForm(Kind.BROKEN, false, null, null);

  private static final AnswerForm EMPTY = new AnswerForm(Kind.EMPTY, false, null, null);

  /** The kind of a response. */
  public enum Kind {
    /** No envelope, or one that is cut off, not well-formed, or not alone. */
    BROKEN,
    /** An envelope whose body is empty. */
    EMPTY,
    /** A response. */
    RESPONSE,
    /** A fault of the service, or of the caller: an answer like another one. */
    FAULT,
    /** A fault that says nothing but that the service failed. */
    FAILURE
  }

  /**
   * Bytes of the message.
   *
   * @param from the first
   * @param to behind the last
   */
  public record Span(int from, int to) {}

  /**
   * Reads an answer to its end: what is not well-formed anywhere is no answer.
   *
   * @param charset the encoding that the transport names; null for none
   */
  public static AnswerForm of(byte[] message, @Nullable String charset) {
    try {
      XmlReader in = READERS.open(message, charset);
      try {
        return whole(in, isAscii(message));
      } finally {
        READERS.release(in);
      }
    } catch (XmlException e) {
      return BROKEN;
    }
  }

  private static AnswerForm whole(XmlReader in, boolean hasOffsets) {
    AnswerForm form = of(in, hasOffsets);
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    return form;
  }

  /**
   * Reads an answer to a request by HTTP GET, to its end: an envelope, or any other document but a
   * page of HTML.
   *
   * @param charset the encoding that the transport names; null for none
   */
  public static AnswerForm ofDocument(byte[] message, @Nullable String charset) {
    try {
      XmlName root = root(message, charset);
      if (root == null || root.local().equalsIgnoreCase("html")) {
        return BROKEN;
      }
      if (root.local().equals("Envelope")) {
        return of(message, charset);
      }
      Kind kind = root.local().equals("Fault") ? Kind.FAULT : Kind.RESPONSE;
      return new AnswerForm(kind, false, null, null);
    } catch (XmlException e) {
      return BROKEN;
    }
  }

  /** Reads a document to its end, and returns the name of its root; null for none. */
  private static @Nullable XmlName root(byte[] message, @Nullable String charset) {
    XmlReader in = READERS.open(message, charset);
    try {
      XmlName root = in.nextChild(null);
      while (in.event() != XmlReader.END_DOCUMENT) {
        in.next();
      }
      return root;
    } finally {
      READERS.release(in);
    }
  }

  /** Whether offsets of the reader are those of the message: it begins as XML in UTF-8 does. */
  private static boolean isAscii(byte[] message) {
    return message.length > 1 && message[0] == '<' && message[1] > ' ';
  }

  private static AnswerForm of(XmlReader in, boolean hasOffsets) {
    XmlName envelope = in.nextChild(null);
    SoapVersion version = envelope == null ? null : SoapVersion.ofNamespace(envelope.uri());
    if (version == null) {
      return BROKEN;
    }
    boolean isSecured = false;
    Span relatesTo = null;
    Span messageId = null;
    XmlName child = in.nextChild(null);
    if (child != null && child.local().equals("Header")) {
      for (XmlName block = in.nextChild(null); block != null; block = in.nextChild(null)) {
        boolean isAddressing = block.uri().equals(QuestionReader.ADDRESSING);
        isSecured |= block.local().equals("Security");
        if (isAddressing && block.local().equals("RelatesTo")) {
          relatesTo = span(in);
        } else if (isAddressing && block.local().equals("MessageID")) {
          messageId = span(in);
        } else {
          in.skipElement();
        }
      }
      child = in.nextChild(null);
    }
    if (child == null || !child.local().equals("Body")) {
      return BROKEN;
    }
    XmlName first = in.nextChild(null);
    Kind kind = first == null ? Kind.EMPTY : kind(first, version, in);
    if (first != null && !endsWithoutFault(version, in)) {
      return BROKEN;
    }
    if (in.nextChild(null) != null) { // behind the body, where SOAP 1.2 has no place for anything
      return BROKEN;
    }
    return kind == Kind.EMPTY
        ? EMPTY
        : new AnswerForm(
            kind, isSecured, hasOffsets ? relatesTo : null, hasOffsets ? messageId : null);
  }

  /** The kind of the body's first element, at whose end the reader is then. */
  private static Kind kind(XmlName first, SoapVersion version, XmlReader in) {
    if (isFault(first, version)) {
      return faultKind(in);
    }
    in.skipElement();
    return Kind.RESPONSE;
  }

  private static boolean isFault(XmlName name, SoapVersion version) {
    return name.local().equals("Fault") && name.uri().equals(version.namespace());
  }

  /**
   * Reads the rest of the body, whether it has no fault: what follows the first element is what
   * that one refers to, as in SOAP encoding.
   */
  private static boolean endsWithoutFault(SoapVersion version, XmlReader in) {
    for (XmlName next = in.nextChild(null); next != null; next = in.nextChild(null)) {
      if (isFault(next, version)) {
        return false;
      }
      in.skipElement();
    }
    return true;
  }

  private static Span span(XmlReader in) {
    int event = in.next();
    int from = in.offset();
    while (event != XmlReader.END_ELEMENT) {
      event = in.next();
    }
    return new Span(from, in.offset());
  }

  /**
   * A service that declares faults says in them what is wrong: they have a detail. One that has
   * none, and does not blame the caller, says only that the service failed.
   */
  private static Kind faultKind(XmlReader in) {
    boolean hasDetail = false;
    String code = "";
    for (XmlName part = in.nextChild(null); part != null; part = in.nextChild(null)) {
      switch (part.local()) {
        case "detail", "Detail" -> hasDetail |= hasChild(in);
        case "faultcode" -> code = in.readText().toToken();
        case "Code" -> code = firstText(in);
        default -> in.skipElement();
      }
    }
    String local = code.substring(code.indexOf(':') + 1);
    boolean blamesService = local.startsWith("Server") || local.startsWith("Receiver");
    return blamesService && !hasDetail ? Kind.FAILURE : Kind.FAULT;
  }

  private static boolean hasChild(XmlReader in) {
    boolean has = false;
    for (XmlName child = in.nextChild(null); child != null; child = in.nextChild(null)) {
      has = true;
      in.skipElement();
    }
    return has;
  }

  /** The text of the first child of an element; the reader is at the element's end then. */
  private static String firstText(XmlReader in) {
    String text = "";
    boolean isFirst = true;
    for (XmlName child = in.nextChild(null); child != null; child = in.nextChild(null)) {
      if (isFirst) {
        text = in.readText().toToken();
        isFirst = false;
      } else {
        in.skipElement();
      }
    }
    return text;
  }

  /**
   * Returns the message as an answer to another request: RelatesTo names that, and MessageID is a
   * new one (WS-Addressing 1.0 Core §3.4).
   *
   * @param message that this is the form of
   */
  public byte[] relatedTo(String request, byte[] message) {
    Span first = relatesTo;
    Span second = messageId;
    if (first == null && second == null) {
      return message;
    }
    byte[] related = escaped(request);
    byte[] own = ("urn:uuid:" + UUID.randomUUID()).getBytes(StandardCharsets.US_ASCII);
    if (first == null || (second != null && second.from() < first.from())) {
      Span swapped = first;
      first = second;
      second = swapped;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 128);
    int at = 0;
    for (Span span : new Span[] {first, second}) {
      if (span != null) {
        out.write(message, at, span.from() - at);
        out.writeBytes(span == relatesTo ? related : own);
        at = span.to();
      }
    }
    out.write(message, at, message.length - at);
    return out.toByteArray();
  }

  private static byte[] escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .getBytes(StandardCharsets.UTF_8);
  }
}
