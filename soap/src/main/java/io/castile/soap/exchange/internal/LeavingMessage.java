package io.castile.soap.exchange.internal;

import io.castile.codec.BindingException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.SoapMessage;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * A message that is written while it leaves, in one buffer over and over. What it is made of must
 * not change until it has been sent. Owned by one thread at a time.
 */
public final class LeavingMessage implements Payload {
  private static final int PIECE_BYTES = 64 << 10;

  private final SoapMessage message;

  public LeavingMessage(SoapMessage message) {
    this.message = message;
  }

  @Override
  public int size() {
    return UNKNOWN_SIZE;
  }

  /** Items that are given one by one are given once. */
  @Override
  public boolean isRepeatable() {
    return !LargeMessages.hasItems(Messages.forms(message));
  }

  /**
   * @throws IOException what the stream throws
   * @throws XmlException if a value cannot be written
   * @throws BindingException if a value cannot be bound
   */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    LongAdder written = new LongAdder();
    XmlWriter writer =
        new XmlWriter(
            PIECE_BYTES,
            (piece, length) -> {
              written.add(length);
              try {
                out.write(piece, 0, length);
              } catch (IOException e) {
                throw new FailedWrite(e);
              }
              return piece;
            });
    try {
      message.writeTo(writer);
      writer.writeTo(out);
      MessageForms forms = Messages.forms(message);
      forms.codec().largeMessages().noteSize(forms, written.sum() + writer.size());
    } catch (FailedWrite e) {
      throw e.getCause();
    } catch (SoapMessageException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IOException("the message cannot be written: " + e.getMessage(), e);
    }
  }

  /** A failure of the stream, and not of an application that gives items. */
  private static final class FailedWrite extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    FailedWrite(IOException cause) {
      super(cause);
    }
  }
}
