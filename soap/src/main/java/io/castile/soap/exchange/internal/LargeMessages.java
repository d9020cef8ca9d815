package io.castile.soap.exchange.internal;

import io.castile.soap.SoapMessageException;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.XmlWriter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells which messages of one client or service are large, by the last one of each kind: a large
 * message is read while it arrives and written while it leaves.
 *
 * <p>What is remembered of a message saves time in proportion to it. Of one that is read it is a
 * copy of the bytes, of the values, and a table of both, about four times the bytes; so nothing is
 * remembered of one that is large, unless its bytes are kept anyway. Of one that is written it is a
 * template, of which long lists and arrays take one to two and a half times their bytes; so a large
 * message is kept up to a bound of its own.
 *
 * <p>Thread-safe.
 */
public final class LargeMessages {
  /**
   * The threshold in bytes, above which messages are large: at most 16 MiB are remembered of one.
   */
  public static final int BYTES = 4 << 20;

  /** Larger messages are written while they leave each time, in bytes, and never kept. */
  public static final int KEPT_BYTES = 12 << 20;

  /** The operations whose last request, or last response, was large, and how many bytes it had. */
  private final Map<OperationModel, Long> requests = new ConcurrentHashMap<>();

  private final Map<OperationModel, Long> responses = new ConcurrentHashMap<>();

  LargeMessages() {}

  /** Whether a message is made of values, and is large if it is like the last of its kind. */
  public boolean isLarge(MessageForms message) {
    OperationModel operation = operationOfValues(message);
    return operation != null && (hasItems(message) || lastBytes(operation, message) > 0);
  }

  /**
   * Whether a message is made of values, and nothing of it is to be remembered if it is like the
   * last of its kind.
   */
  public boolean isTooLargeToKeep(MessageForms message) {
    OperationModel operation = operationOfValues(message);
    return operation != null && (hasItems(message) || lastBytes(operation, message) > KEPT_BYTES);
  }

  /** Returns the operation of a message that is made of values, and not written; else null. */
  private static @Nullable OperationModel operationOfValues(MessageForms message) {
    return message.body() instanceof MessageBody.Values ? message.boundOperation() : null;
  }

  /** Whether a message has items that are written when they are given, once. */
  static boolean hasItems(MessageForms message) {
    Message kind = message.kind();
    return kind != null && kind.items() != null;
  }

  /** The size of the last message of that kind that was written; 0 if it was not large. */
  private long lastBytes(OperationModel operation, MessageForms message) {
    return (message.isRequest() ? requests : responses).getOrDefault(operation, 0L);
  }

  /** Notes the size of a message that was written; nothing is kept of one that is not large. */
  public void noteSize(MessageForms message, long bytes) {
    OperationModel operation = message.boundOperation();
    Map<OperationModel, Long> large = message.isRequest() ? requests : responses;
    if (operation == null) {
      return;
    }
    if (bytes > BYTES) {
      large.put(operation, bytes);
    } else if (!large.isEmpty()) {
      large.remove(operation);
    }
  }

  /**
   * Writes a message to an empty writer, if it is not large.
   *
   * @return true if it was written; false if it is large, and has to be written while it is sent
   * @throws SoapMessageException if a value cannot be written
   */
  public boolean writeUnlessLarge(MessageForms message, XmlWriter out) throws SoapMessageException {
    if (isLarge(message)) {
      return false;
    }
    boolean isOfValues = message.body() instanceof MessageBody.Values;
    if (!isOfValues || hasBinaryData(message)) { // what can be read once only is not written twice
      message.writeTo(out);
      return true;
    }
    try {
      message.writeTo(out.withMaxBytes(BYTES));
      return true;
    } catch (SoapMessageException e) {
      if (!out.isFull()) {
        throw e;
      }
      noteSize(message, Long.MAX_VALUE);
      return false;
    }
  }

  private static boolean hasBinaryData(MessageForms message) {
    Message kind = message.kind();
    return kind != null && kind.body().hasBinaryData();
  }
}
