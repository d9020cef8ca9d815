package io.castile.soap.exchange.internal;

import io.castile.codec.encoded.EncodedWriting;
import io.castile.soap.FaultDetail;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultWriter;
import io.castile.soap.http.message.Pool;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.Namespace;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.XmlInternals;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages of one client or service (SOAP 1.1 §4; SOAP 1.2 part 1 §5) straight from the
 * values: the frame as constant bytes around the body's codec.
 *
 * <p>Thread-safe: the buffers are pooled, with those of others that have the same model.
 */
public final class EnvelopeWriter {
  /** A buffer that has grown beyond this is not kept. */
  private static final int MAX_POOLED_BYTES = LargeMessages.BYTES;

  /** The room in a new buffer; it grows with its content. */
  private static final int FEW_BYTES = 256;

  // The markup of the frame, with the same prefix in both versions.
  private static final String PREFIX = "soap";
  private static final byte[] ENVELOPE_START = utf8("<" + PREFIX + ":Envelope");
  private static final byte[] HEADER_START = utf8("<" + PREFIX + ":Header>");
  private static final byte[] HEADER_END = utf8("</" + PREFIX + ":Header>");
  private static final byte[] BODY_START = utf8("<" + PREFIX + ":Body>");
  private static final byte[] BODY_ENVELOPE_END =
      utf8("</" + PREFIX + ":Body></" + PREFIX + ":Envelope>");
  private static final byte[] TAG_END = utf8(">");
  private static final Namespace SOAP_1_1 = new Namespace(PREFIX, SoapVersion.SOAP_1_1.namespace());
  private static final Namespace SOAP_1_2 = new Namespace(PREFIX, SoapVersion.SOAP_1_2.namespace());

  private final Pool<XmlWriter> buffers;

  EnvelopeWriter(ServiceModel model) {
    this.buffers = model.tools().writers();
  }

  // ---- buffers ----

  /** Returns an empty buffer, to be given back by {@link #release}. */
  public XmlWriter take() {
    XmlWriter idle = buffers.take();
    return idle == null ? new XmlWriter(FEW_BYTES) : idle.reset();
  }

  /** Takes a buffer back, whatever is in it. */
  public void release(XmlWriter buffer) {
    if (buffer.buffer().length <= MAX_POOLED_BYTES) {
      XmlInternals.withAttachments(buffer, null); // which may be large
      buffers.give(buffer);
    }
  }

  // ---- messages ----

  /**
   * Appends a message.
   *
   * @param more header blocks beside those of the message's parts
   */
  void write(
      Message message, SoapVersion version, Object[] values, List<SoapHeader> more, XmlWriter out) {
    int mark = open(version, out);
    boolean inHeader = writeHeaders(more, version, out);
    BodyCodec.Encoded encoded = message.encodedBlocks();
    EncodedWriting writing = encoded == null ? null : encoded.writing(values, version, out);
    writeParts(message, values, inHeader, writing, out);
    out.raw(BODY_START);
    if (writing == null) {
      message.body().write(values, version, out);
    } else {
      writing.body();
    }
    out.raw(BODY_ENVELOPE_END);
    out.release(mark);
  }

  /** Appends a message without what is in its body; none of its header blocks is encoded. */
  void writeHeader(Message message, SoapVersion version, Object[] values, XmlWriter out) {
    int mark = open(version, out);
    writeParts(message, values, false, null, out);
    out.raw(BODY_START);
    out.raw(BODY_ENVELOPE_END);
    out.release(mark);
  }

  /**
   * Appends the header blocks that are parts of a message, and the end of the header.
   *
   * @param begun whether the header has begun
   * @param writing writes encoded blocks; null where there are none
   */
  private static void writeParts(
      Message message,
      Object[] values,
      boolean begun,
      @Nullable EncodedWriting writing,
      XmlWriter out) {
    BodyCodec.Encoded encoded = message.encodedBlocks();
    boolean inHeader = begun;
    for (Message.Header header : message.headers()) {
      Object value = values[header.part().slot()];
      if (value != null) {
        if (!inHeader) {
          out.raw(HEADER_START);
          inHeader = true;
        }
        if (header.codec() != null) {
          header.codec().write(value, out);
        } else if (encoded != null && writing != null) {
          writing.block(encoded.block(header.part()));
        }
      }
    }
    if (inHeader) {
      out.raw(HEADER_END);
    }
  }

  /** Starts the header and writes blocks into it, if there are any; returns whether it did. */
  private static boolean writeHeaders(
      List<SoapHeader> headers, SoapVersion version, XmlWriter out) {
    if (headers.isEmpty()) {
      return false;
    }
    out.raw(HEADER_START);
    for (SoapHeader header : headers) {
      header.write(out, version);
    }
    return true;
  }

  /**
   * Appends a message that is a fault.
   *
   * @param detail writes an entry of the detail; null for none
   * @param headers header blocks
   */
  void writeFault(
      SoapFault fault,
      @Nullable FaultDetail detail,
      SoapVersion version,
      List<SoapHeader> headers,
      XmlWriter out) {
    int mark = open(version, out);
    if (writeHeaders(headers, version, out)) {
      out.raw(HEADER_END);
    }
    out.raw(BODY_START);
    FaultWriter.write(fault, version, detail, out);
    out.raw(BODY_ENVELOPE_END);
    out.release(mark);
  }

  private static int open(SoapVersion version, XmlWriter out) {
    int mark = out.mark();
    out.raw(ENVELOPE_START);
    out.declare(version == SoapVersion.SOAP_1_1 ? SOAP_1_1 : SOAP_1_2);
    out.raw(TAG_END);
    return mark;
  }

  private static byte[] utf8(String markup) {
    return markup.getBytes(StandardCharsets.UTF_8);
  }
}
