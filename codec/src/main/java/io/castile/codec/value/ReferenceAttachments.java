package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The parts of a message, for what the reference implementation writes and reads of it. */
public final class ReferenceAttachments {
  private ReferenceAttachments() {}

  /** Parts that are written. */
  public static final class Sent extends AttachmentMarshaller {
    private final AttachmentSink sink;

    public Sent(AttachmentSink sink) {
      this.sink = sink;
    }

    @Override
    public boolean isXOPPackage() {
      return true; // the sink leaves in the text what is to stand there
    }

    @Override
    public @Nullable String addMtomAttachment(DataHandler data, String namespace, String name) {
      return sink.offer(new AttachedHandler(data));
    }

    @Override
    public @Nullable String addMtomAttachment(
        byte[] data, int offset, int length, String mimeType, String namespace, String name) {
      return sink.offer(
          new BytesAttachment(
              Arrays.copyOfRange(data, offset, offset + length),
              mimeType == null ? BytesAttachment.UNKNOWN_TYPE : mimeType));
    }

    @Override
    public String addSwaRefAttachment(DataHandler data) {
      return sink.refer(new AttachedHandler(data));
    }
  }

  /** Parts that are read. */
  public static final class Received extends AttachmentUnmarshaller {
    private final XmlReader in;
    private final AttachmentSource source;

    public Received(XmlReader in, AttachmentSource source) {
      this.in = in;
      this.source = source;
    }

    @Override
    public boolean isXOPPackage() {
      return true;
    }

    @Override
    public DataHandler getAttachmentAsDataHandler(String reference) {
      return ByteArrayDataSource.handler(source.take(reference, in));
    }

    @Override
    public byte[] getAttachmentAsByteArray(String reference) {
      try {
        return in.bytesOf(source.take(reference, in));
      } catch (IOException e) {
        throw new BindingException("cannot read an attachment: " + e.getMessage(), e);
      }
    }
  }
}
