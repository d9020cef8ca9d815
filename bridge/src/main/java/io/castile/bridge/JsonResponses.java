package io.castile.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.FaultReader;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.exchange.internal.EncodedDetail;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.multipart.MultipartContent;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.BoundParts;
import io.castile.wsdl.value.MessageValues;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.Attachment;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.XmlWindow;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Reads the responses of an operation as JSON. Thread-safe. */
final class JsonResponses {
  /** The code of a fault by which a header block is refused, in both versions. */
  private static final String NOT_UNDERSTOOD = "MustUnderstand";

  /** How much of a response may be held for one value of a response that is not held whole. */
  private static final int MOST_HELD_BYTES = 16 << 20;

  private static final XmlLimits STREAM_LIMITS =
      XmlLimits.builder().maxBytes(Integer.MAX_VALUE).maxTextBytes(MOST_HELD_BYTES).build();

  private static final int BAD_REQUEST = 400;
  private static final int FAILED = 500;
  private static final int NO_FORM = 501;
  private static final int BAD_ANSWER = 502;

  private final OperationValues values;
  private final EnvelopeReaders readers;

  JsonResponses(OperationValues values, EnvelopeReaders readers) {
    this.values = values;
    this.readers = readers;
  }

  /** As {@link JsonOperation#read(byte[], String)}. */
  Map<String, Object> read(byte[] message, @Nullable String charset) throws ProblemException {
    return attached(read(new MessageContent(message, charset)), Map.of());
  }

  /** As {@link JsonOperation#read(MultipartContent)}. */
  Map<String, Object> read(MultipartContent message) throws ProblemException {
    Map<String, Object> body =
        read(new MessageContent(message.root(), message.charset(), message.source(), null));
    return attached(body, message.loose());
  }

  /**
   * Returns what is in a response with the attachments that the description binds.
   *
   * @param parts to which the document does not refer, by their Content-IDs
   */
  private Map<String, Object> attached(Map<String, Object> body, Map<String, Attachment> parts)
      throws ProblemException {
    MessageValues response = response();
    if (response == null || response.attachments().isEmpty()) {
      return body;
    }
    BoundParts bound = response.attachments();
    try {
      return bound.added(body, bound.found(parts), true);
    } catch (ValueException e) {
      throw new ProblemException(
          new Problem(BAD_ANSWER, "The response lacks an attachment", text(e), null));
    } catch (IOException e) { // of a part in a file
      throw new ProblemException(
          new Problem(BAD_ANSWER, "The response cannot be read", text(e), null));
    }
  }

  /** As {@link JsonOperation#isStreamed}. */
  boolean isStreamed() {
    MessageValues response = response();
    return response != null && !response.isEncoded() && response.attachments().isEmpty();
  }

  /** As {@link JsonOperation#write}. */
  void write(InputStream message, @Nullable String charset, OutputStream out)
      throws ProblemException, IOException {
    HeldBytes held = new HeldBytes(message, MOST_HELD_BYTES);
    XmlWindow window = new XmlWindow(held);
    window.release();
    JsonText.Writer json = JsonText.writer(out, held::released);
    try {
      read(
          readers.withLimits(STREAM_LIMITS),
          new MessageContent(window, charset, null),
          (xml, blocks) -> {
            if (xml == null) {
              json.value(blocks.beside(Map.of()));
            } else {
              values.response().readJson(xml, blocks.values, json);
            }
            return json;
          });
      json.flush();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof JsonProcessingException twice) { // a member that comes twice
        throw new ProblemException(
            new Problem(
                BAD_ANSWER,
                "The response does not follow its schema",
                twice.getOriginalMessage(),
                null));
      }
      throw e.getCause();
    }
  }

  /** Reads the body of a response that is no fault. */
  private interface BodyReader<T> {
    /**
     * Reads it.
     *
     * @param in at its element; null where it is empty
     */
    T read(@Nullable XmlReader in, Blocks blocks);
  }

  private Map<String, Object> read(MessageContent message) throws ProblemException {
    EnvelopeReader in = readers.take();
    try {
      return read(
          in,
          message,
          (xml, blocks) -> blocks.beside(xml == null ? Map.of() : values.readResponseJson(xml)));
    } finally {
      readers.release(in);
    }
  }

  private <T> T read(EnvelopeReader in, MessageContent message, BodyReader<T> body)
      throws ProblemException {
    XmlReader xml = in.xml();
    try {
      in.open(message);
      Blocks blocks = new Blocks(response());
      XmlName element = in.openBody(blocks);
      if (in.atFault()) {
        throw new ProblemException(
            fault(
                values.isEncoded()
                    ? FaultReader.readEncoded(xml, in.version())
                    : FaultReader.read(xml, in.version())));
      }
      blocks.check();
      T read = body.read(element == null ? null : xml, blocks);
      in.close();
      return read;
    } catch (SoapMessageException e) {
      throw new ProblemException(unreadable(e));
    } catch (XmlLimitException e) {
      throw new ProblemException(
          new Problem(BAD_ANSWER, "The response cannot be read", text(e), null));
    } catch (XmlException e) {
      throw new ProblemException(
          new Problem(BAD_ANSWER, "The response does not follow its schema", text(e), null));
    } catch (UnsupportedOperationException e) {
      throw new ProblemException(
          new Problem(NO_FORM, "The response has no form in JSON", text(e), null));
    }
  }

  /** Returns what a response carries; null where it has no form in JSON. */
  private @Nullable MessageValues response() {
    try {
      return values.response();
    } catch (UnsupportedOperationException e) {
      return null; // it may be a fault
    }
  }

  private static String text(Exception e) {
    return String.valueOf(e.getMessage());
  }

  private static Problem unreadable(SoapMessageException e) {
    String code = e.fault().code().getLocalPart();
    return code.equals(NOT_UNDERSTOOD)
        ? new Problem(BAD_ANSWER, "The response is not understood", text(e), code, null, Map.of())
        : new Problem(BAD_ANSWER, "The response does not follow its schema", text(e), null);
  }

  /**
   * The header blocks of a response that the description has, each once. Another one that has to be
   * understood is not (SOAP 1.1 §4.2.3; SOAP 1.2 part 1 §2.6).
   */
  private static final class Blocks implements EnvelopeReader.HeaderSink {
    private final @Nullable MessageValues message;
    private final @Nullable Object[] values;
    private @Nullable XmlDataException refused; // null while none is

    Blocks(@Nullable MessageValues message) {
      this.message = message;
      this.values = new Object[message == null ? 0 : message.size()];
    }

    @Override
    public boolean take(XmlReader in) {
      int index = message == null ? -1 : message.block(in.name());
      if (message == null || index < 0 || values[index] != null) {
        return false;
      }
      int depth = in.depth();
      try {
        values[index] = message.jsonCodec(index).read(in);
      } catch (XmlDataException e) {
        refused = refused == null ? e : refused;
        while (in.event() != XmlReader.END_ELEMENT || in.depth() != depth) {
          in.next();
        }
      }
      return true;
    }

    /**
     * At the body's element, which is no fault.
     *
     * @throws XmlDataException if a block does not follow its schema
     */
    void check() {
      if (refused != null) {
        throw refused;
      }
    }

    Map<String, Object> beside(Map<String, Object> body) {
      return message == null || message.size() == message.bodySize()
          ? body
          : message.withBlocks(body, values);
    }
  }

  private Problem fault(SoapFault fault) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    List<Element> entries = fault.detail() == null ? List.of() : fault.detail();
    for (Element entry : entries) {
      String name = entry.getLocalName();
      if (details.containsKey(name)) {
        continue;
      }
      if (!values.isEncoded()) {
        details.put(name, detail(entry));
      } else if (!EncodedDetail.isIndependent(entry, entries)
          && details.size() < EncodedDetail.MAX_ENTRIES) {
        details.put(name, encodedDetail(entry, entries));
      }
    }
    return new Problem(
        fault.blamesSender() ? BAD_REQUEST : FAILED,
        "The service answered with a fault",
        fault.reason(),
        fault.code().getLocalPart(),
        null,
        details);
  }

  /**
   * An entry of an encoded detail; the text of one that does not follow the description.
   *
   * @param all entries, and the elements to which they refer
   */
  private @Nullable Object encodedDetail(Element entry, List<Element> all) {
    byte[] document = EncodedDetail.document(entry, all);
    try {
      XmlReader in = readers.document(document);
      in.nextChild(null);
      in.nextChild(null);
      return values.readEncodedDetailJson(in);
    } catch (XmlException e) {
      return entry.getTextContent();
    }
  }

  /** An entry of a detail; the text of one that does not follow the description. */
  private @Nullable Object detail(Element entry) {
    byte[] document = DomWriter.toBytes(entry);
    try {
      XmlReader in = readers.document(document);
      in.nextChild(null);
      return values.readDetailJson(in);
    } catch (XmlException e) {
      return entry.getTextContent();
    }
  }

  /**
   * A document that is read and let go of: bounds how much of it is read for what has not been let
   * go of yet. Used by one thread.
   */
  private static final class HeldBytes extends FilterInputStream {
    private final int most;
    private int held;

    /**
     * @param most how many bytes may be held
     */
    HeldBytes(InputStream in, int most) {
      super(in);
      this.most = most;
    }

    /** Takes it that what has been read until now is not held any more. */
    void released() {
      held = 0;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      if (read >= 0) {
        hold(1);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, Math.min(length, most - held + 1));
      if (read > 0) {
        hold(read);
      }
      return read;
    }

    /**
     * @throws XmlLimitException if it is too much
     */
    private void hold(int read) {
      held += read;
      if (held > most) {
        throw new XmlLimitException(
            "expected at most " + most + " bytes that can only be written as a whole, found more",
            "",
            -1);
      }
    }
  }
}
