package io.castile.cxf.link;

import io.castile.soap.model.internal.OperationModel;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.InterceptorChain;
import org.jspecify.annotations.Nullable;

/** An answer of a service that waits, as its values may be sent. Of one answer and one thread. */
final class WaitingAnswer extends WaitingMessage {
  private final AnswerContent content;
  private final OperationModel operation;
  private final Object value;
  private final InterceptorChain chain;
  private boolean isMade;

  private WaitingAnswer(AnswerContent content, OperationModel operation, Object value) {
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
    Object value = value(head, typed.answerPart());
    if (value == null
        || !isPlain(head)
        || !Interceptors.mayLeaveAsValues(head, head.getExchange().getInMessage())
        || !content.isPlain()) {
      return null;
    }
    WaitingAnswer waiting = new WaitingAnswer(content, typed.operation(), value);
    waiting.chain.pause();
    return waiting;
  }

  OperationModel operation() {
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

  @Override
  byte[] held() {
    byte[] message = message();
    if (message == null) {
      throw new IllegalStateException(
          "Cannot return the response, because it was passed on already.");
    }
    return message;
  }
}
