package io.castile.cxf.link;

import io.castile.delta.message.HeldStream;
import io.castile.soap.Headers;
import io.castile.soap.envelope.Utf8Messages;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** The content of one answer, which waits for the link when it is complete. */
final class AnswerContent extends HeldStream {
  private static final int OK = 200;

  private final Message head;
  private boolean isClosed;
  private boolean isLeftOut;
  private byte @Nullable [] message; // null before it is complete, and where it passes

  /**
   * @param out sends the answer
   */
  AnswerContent(Message head, OutputStream out, int mostBytes) {
    super(out, mostBytes);
    this.head = head;
  }

  /** The answer's fields and properties. */
  Message head() {
    return head;
  }

  /** The message that the link may send in another form; null where the response has passed. */
  byte @Nullable [] message() {
    return message;
  }

  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (isLeftOut) {
      return;
    }
    byte[] held = bytes();
    if (held != null
        && isPlain()
        && Utf8Messages.isUtf8(held, (String) head.get(Message.ENCODING))) {
      message = held;
      return;
    }
    if (held != null) {
      pass();
    }
    below().close();
  }

  /** Whether it is a response, and not coded by others. */
  boolean isPlain() {
    Object status = head.get(Message.RESPONSE_CODE);
    return (status == null || status.equals(OK))
        && MessageContents.version(head) != null
        && !Headers.ofForeign(head.get(Message.PROTOCOL_HEADERS)).has("content-encoding");
  }

  /** Says that no message will be written, as a content is sent in its place. */
  void leaveOut() {
    isLeftOut = true;
  }

  /** Sends a content in place of the message. */
  void send(byte[] content) throws IOException {
    message = null;
    below().write(content);
    below().close();
  }

  /** Sends the message, unless it has passed. */
  void passOn() throws IOException {
    byte[] held = message;
    if (held != null) {
      send(held);
    }
  }
}
