package io.castile.soap.exchange.internal;

import io.castile.codec.BindingException;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.internal.MessageBody.Fault;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The header of one message: its blocks, and the same message with more of them.
 *
 * <p>Thread-safe as {@link MessageForms} is.
 */
public final class HeaderForms {
  private final MessageForms message;

  HeaderForms(MessageForms message) {
    this.message = message;
  }

  /** Returns the blocks as far as they are known; null where they are not. */
  public @Nullable List<SoapHeader> known() {
    List<SoapHeader> read = message.readBlocks();
    return read == null ? message.given().source().headers() : read;
  }

  /**
   * Returns the blocks that are for this receiver; of a message that is made of values, those that
   * were added.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public List<SoapHeader> blocks() throws SoapMessageException {
    if (message.hasArrived()) {
      throw MessageForms.notKept("header blocks");
    }
    boolean isRead = message.given().source() instanceof Values values && values.isRead();
    boolean isMade = !isRead && (message.isRequest() || message.body().headers() != null);
    List<SoapHeader> blocks = isMade ? known() : message.readBlocks();
    if (blocks == null) {
      blocks = List.copyOf(message.codec().parser().readHeaders(message.content()));
      message.noteBlocks(blocks);
    }
    return blocks;
  }

  /**
   * Refuses a message with a header block that must be understood, and which neither the operation
   * nor an interceptor knows. A response that is no message yet has none.
   *
   * @throws SoapMessageException if there is one, or the message is malformed
   */
  public void checkUnderstood() throws SoapMessageException {
    if (message.isRequest() || message.hasBytes()) {
      OperationModel operation = message.operation();
      Message kind = operation == null ? null : message.message(operation);
      message.codec().parser().checkUnderstood(message.content(), kind);
    }
  }

  /** Returns a message of the same values or fault, which are known, with more blocks. */
  public MessageForms withAdded(List<SoapHeader> more) {
    List<SoapHeader> known = known();
    List<SoapHeader> all = known == null ? List.copyOf(more) : joined(known, more);
    MessageBody changed =
        message.given().source() instanceof Fault fault
            ? new Fault(fault.fault(), fault.type(), fault.detail(), all)
            : new Values(Objects.requireNonNull(message.values()), all);
    return message.with(changed, message.operation());
  }

  /**
   * Returns the message as bytes with more blocks; the values that are known are still its own.
   *
   * @throws SoapMessageException if the message is malformed or not in UTF-8
   */
  public MessageForms withInserted(List<SoapHeader> more) throws SoapMessageException {
    byte[] bytes = message.codec().parser().withHeaders(message.bytes(), message.charset(), more);
    List<SoapHeader> known = known();
    return message.withBytes(bytes, known == null ? null : joined(known, more));
  }

  private static List<SoapHeader> joined(List<SoapHeader> known, List<SoapHeader> more) {
    List<SoapHeader> all = new ArrayList<>(known);
    all.addAll(more);
    return List.copyOf(all);
  }

  /**
   * Returns the message without what is in its body, where it is made of values alone; null where
   * its header blocks are encoded.
   *
   * @throws SoapMessageException if a value cannot be written
   */
  public byte @Nullable [] written() throws SoapMessageException {
    Message kind = message.kind();
    if (kind == null || kind.body().isEncoded()) {
      return null;
    }
    EnvelopeWriter writer = message.codec().writer();
    XmlWriter out = writer.take();
    try {
      Object[] values = Objects.requireNonNull(message.values());
      writer.writeHeader(kind, message.announcedVersion(), values, out);
      return out.toByteArray();
    } catch (XmlException | BindingException e) {
      throw message.unwritable(e);
    } finally {
      writer.release(out);
    }
  }
}
