package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.xml.Attachment;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.BytesAttachment;
import io.castile.xml.internal.XmlInternals;
import jakarta.activation.DataHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Set;

/**
 * The types of binary data: in the text as base64, or in parts of the message's package (Jakarta
 * XML Binding 4.0, appendix H).
 */
public final class BinaryTypes {
  private BinaryTypes() {}

  /** Bytes that annotations say more of: {@code XmlMimeType}, {@code XmlInlineBinaryData}. */
  public static final class Typed extends SimpleType {
    private final String contentType;
    private final boolean inline;

    public Typed(String contentType, boolean inline) {
      super(Kind.OTHER, byte[].class, SimpleTypes.xs("base64Binary"));
      this.contentType = contentType;
      this.inline = inline;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.base64((byte[]) value);
    }

    @Override
    public void writeContent(Object value, XmlWriter out, CodecContext context) {
      byte[] bytes = (byte[]) value;
      if (inline || !out.include(new BytesAttachment(bytes, contentType))) {
        out.base64(bytes);
      }
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return text.toBase64();
    }

    @Override
    public Object copy(Object value, CodecContext context) {
      return ((byte[]) value).clone();
    }

    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return Arrays.equals((byte[]) one, (byte[]) other);
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return Arrays.hashCode((byte[]) value);
    }

    @Override
    public boolean isImmutable() {
      return false;
    }

    @Override
    boolean isBinary() {
      return !inline;
    }

    @Override
    public boolean acceptsEmpty() {
      return true;
    }
  }

  /** A {@link DataHandler}, whose content type is its own. */
  public static class Handled extends SimpleType {
    /** Sources that can be read again and again, of whatever library. */
    private static final Set<String> LASTING =
        Set.of("ByteArrayDataSource", "DataHandlerDataSource", "FileDataSource");

    private final boolean inline;

    public Handled(boolean inline) {
      super(Kind.OTHER, DataHandler.class, SimpleTypes.xs("base64Binary"));
      this.inline = inline;
    }

    private static byte[] bytes(Object value) {
      try (InputStream in = ((DataHandler) value).getInputStream()) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new BindingException("cannot read a DataHandler: " + e.getMessage(), e);
      }
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.base64(bytes(value));
    }

    @Override
    public void writeContent(Object value, XmlWriter out, CodecContext context) {
      if (inline || !out.include(new AttachedHandler((DataHandler) value))) {
        write(value, out, context);
      }
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      unproven(context);
      Attachment part = text.included();
      return part == null
          ? new DataHandler(new ByteArrayDataSource(text.toBase64()))
          : ByteArrayDataSource.handler(part);
    }

    /** Copies are the object itself, which can be changed. */
    static void unproven(CodecContext context) {
      if (context != null) {
        context.unproven();
      }
    }

    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return Arrays.equals(bytes(one), bytes(other));
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return Arrays.hashCode(lasting((DataHandler) value));
    }

    /** Hashing comes before writing: it must not read what can be read only once. */
    private static byte[] lasting(DataHandler handler) {
      Class<?> source = handler.getDataSource().getClass();
      if (!LASTING.contains(source.getSimpleName())) {
        throw new BindingException(
            "Cannot hash a DataHandler with data from a "
                + source.getName()
                + ", because it can perhaps be read only once.");
      }
      return bytes(handler);
    }

    @Override
    public boolean isImmutable() {
      return false;
    }

    @Override
    boolean isBinary() {
      return !inline;
    }

    @Override
    public boolean acceptsEmpty() {
      return true;
    }
  }

  /** A {@link DataHandler} that the text only refers to ({@code XmlAttachmentRef}). */
  public static final class Referred extends Handled {
    public static final Referred INSTANCE = new Referred();

    private Referred() {
      super(false);
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text(refer((DataHandler) value, out));
    }

    @Override
    public void writeContent(Object value, XmlWriter out, CodecContext context) {
      write(value, out, context);
    }

    @Override
    public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
      out.attributeText(refer((DataHandler) value, out));
    }

    private static String refer(DataHandler value, XmlWriter out) {
      AttachmentSink sink = XmlInternals.attachments(out);
      if (sink == null) {
        throw new BindingException(
            "Cannot write a DataHandler with XmlAttachmentRef, because the document is written"
                + " without attachments.");
      }
      return sink.refer(new AttachedHandler(value));
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      unproven(context);
      return ByteArrayDataSource.handler(text.toAttachment());
    }

    @Override
    boolean refersToAttachments() {
      return true;
    }

    @Override
    public boolean acceptsEmpty() {
      return false;
    }
  }
}
