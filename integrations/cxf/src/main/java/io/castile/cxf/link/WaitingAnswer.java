package io.castile.cxf.link;

import io.castile.soap.model.Operation;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.jspecify.annotations.Nullable;

/**
 * An answer of which there are the values, and whose XML CXF makes only when somebody asks for it:
 * its chain waits until then. Of one answer and one thread.
 */
final class WaitingAnswer implements Payload {
  /** What an answer has that nobody has written anything of. */
  private static final Set<Class<?>> UNWRITTEN = Set.of(List.class, OutputStream.class);

  private final AnswerContent content;
  private final Operation operation;
  private final Object value;
  private final InterceptorChain chain;
  private boolean isMade;

  private WaitingAnswer(AnswerContent content, Operation operation, Object value) {
    this.content = content;
    this.operation = operation;
    this.value = value;
    this.chain = content.head().getInterceptorChain();
  }

  /**
   * Has an answer wait, if its values may go without the XML.
   *
   * @return null if it goes on
   */
  static @Nullable WaitingAnswer of(AnswerContent content, TypedOperation typed) {
    SoapMessage head = (SoapMessage) content.head();
    MessageContentsList values = MessageContentsList.getContentsList(head);
    Object value =
        values == null || !values.hasValue(typed.part()) ? null : values.get(typed.part());
    if (value == null || !isPlain(head) || !content.isPlain()) {
      return null;
    }
    WaitingAnswer waiting = new WaitingAnswer(content, typed.operation(), value);
    waiting.chain.pause();
    return waiting;
  }

  private static boolean isPlain(SoapMessage head) {
    Object encoding = head.get(Message.ENCODING);
    return UNWRITTEN.containsAll(head.getContentFormats())
        && !head.hasHeaders()
        && (head.getAttachments() == null || head.getAttachments().isEmpty())
        && (encoding == null || StandardCharsets.UTF_8.name().equals(encoding))
        && Interceptors.mayLeaveAsValues(head, head.getExchange().getInMessage());
  }

  Operation operation() {
    return operation;
  }

  Object value() {
    return value;
  }

  /** Whether the XML has been asked for. */
  boolean isMade() {
    return isMade;
  }

  /** Has the chain go on without the XML, as the values are sent. */
  void leaveOut() {
    content.leaveOut();
    Interceptors.leaveOutXml(chain);
    goOn();
  }

  private void goOn() {
    isMade = true;
    chain.resume();
  }

  /** The XML; null if it has gone past the link. */
  byte @Nullable [] message() {
    if (!isMade) {
      goOn();
    }
    return content.head().getExchange().getOutFaultMessage() == null ? content.message() : null;
  }

  private byte[] held() {
    byte[] message = message();
    if (message == null) {
      throw new IllegalStateException("the answer has gone past the link");
    }
    return message;
  }

  @Override
  public int size() {
    return held().length;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(held());
  }

  @Override
  public ByteBuffer[] pieces() {
    return new ByteBuffer[] {ByteBuffer.wrap(held())};
  }
}
