package io.castile.soap.exchange.internal;

import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.internal.ElementCache;
import org.jspecify.annotations.Nullable;

/**
 * Lends the remembered parts of an operation's messages, so that only the changes of the next one
 * need be parsed. The results of reading do not depend on it.
 *
 * <p>Thread-safe.
 */
public interface ReadTemplateSource extends AutoCloseable {
  /** Remembers nothing. */
  ReadTemplateSource NONE =
      new ReadTemplateSource() {
        @Override
        public @Nullable ElementCache take(
            OperationModel operation, boolean request, byte[] message) {
          return null;
        }

        @Override
        public void give(ElementCache memory) {
          throw new AssertionError("nothing was lent");
        }

        @Override
        public void close() {
          // There is nothing to forget.
        }
      };

  /**
   * Lends a memory for one message.
   *
   * @param request whether the message is a request of the operation, or a response to it
   * @param message not kept by the memory
   * @return the memory, to be given back when the message has been read; null for none
   */
  @Nullable ElementCache take(OperationModel operation, boolean request, byte[] message);

  /** Whether the caller does not change the values that are read of an operation's messages. */
  default boolean isReadOnly(OperationModel operation) {
    return false;
  }

  /** Takes a memory back. */
  void give(ElementCache memory);

  /** Drops all that is remembered; nothing is lent from here on. */
  @Override
  void close();
}
