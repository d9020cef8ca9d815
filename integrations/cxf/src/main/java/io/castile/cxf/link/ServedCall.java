package io.castile.cxf.link;

import io.castile.delta.Differential;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;

/**
 * The last link of a server's chain: runs the rest of CXF's own, which calls the service. Answers
 * that are none for the link, as faults, have gone past it then. Of one request, and one thread.
 */
final class ServedCall implements Interceptor {
  private static final int OK = 200;
  private static final int FAILED = 500;

  /** The fields of the link for a response, and their changes. */
  private static final List<String> OF_LINK =
      List.of("Castile", "Content-Encoding", "Vary", "ETag");

  private final Differential link;
  private final LinkMessages messages;
  private final Message request;
  private final Exchange exchange;
  private final int mostBytes;
  private final @Nullable TypedService typed; // null where requests come as XML
  private @Nullable SoapRequest asked; // null before the chain runs
  private @Nullable AnswerContent answer; // null before there is one
  private @Nullable OperationModel operation; // whose answer is held; null where it may be XML only
  private @Nullable WaitingAnswer waiting; // null where the answer has not to wait

  ServedCall(
      Differential link,
      LinkMessages messages,
      Message request,
      int mostBytes,
      @Nullable TypedService typed) {
    this.link = link;
    this.messages = messages;
    this.request = request;
    this.exchange = request.getExchange();
    this.mostBytes = mostBytes;
    this.typed = typed;
  }

  /** Whether something in CXF's chain may want the XML of the request. */
  @Override
  public boolean needsBytes() {
    return typed == null || !Interceptors.mayArriveAsValues(request);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest message = chain.request();
    asked = message;
    TypedOperation called =
        typed == null || message.writtenValues() == null
            ? null
            : typed.operation(Messages.operation(message));
    if (called == null) {
      request.setContent(InputStream.class, new ByteArrayInputStream(message.bytes()));
    } else {
      ArrivedValues.take(request, called, message);
    }
    Map<String, List<String>> fields = fields(request);
    fields.remove("Content-Encoding");
    fields.remove("Accept-Encoding"); // the link codes the answer
    request.getInterceptorChain().doIntercept(request);
    return answer(message)
        .withHeaders(
            Headers.ofForeign(Objects.requireNonNull(answer).head().get(Message.PROTOCOL_HEADERS)));
  }

  private SoapResponse answer(SoapRequest message) throws SoapException {
    if (waiting != null) {
      return messages.answer(message, waiting.operation(), waiting.value(), waiting);
    }
    byte[] bytes = answer == null || isFailed() ? null : answer.message();
    if (bytes == null) {
      throw new SoapTransportException("the answer goes past the link", null);
    }
    return operation == null
        ? messages.answer(message, bytes)
        : messages.answer(message, operation, bytes);
  }

  /** Whether a fault was sent in place of an answer that is held. */
  private boolean isFailed() {
    return exchange.getOutFaultMessage() != null;
  }

  private static Map<String, List<String>> fields(Message message) {
    return org.apache.cxf.transport.http.Headers.getSetProtocolHeaders(message);
  }

  /** Holds an answer, unless it goes another way than back to the caller. */
  void hold(Message head, OutputStream out) {
    if (head.get(AbstractHTTPDestination.HTTP_RESPONSE) != null
        && !MessageUtils.isPartialResponse(head)) {
      AnswerContent held = new AnswerContent(head, out, mostBytes);
      answer = held;
      head.setContent(OutputStream.class, held);
      TypedOperation answered = link.options().typed() ? TypedOperation.of(head) : null;
      operation = answered == null ? null : answered.operation();
      if (answered != null
          && waiting == null
          && link.isTyped(Objects.requireNonNull(asked), answered.operation())) {
        waiting = WaitingAnswer.of(held, answered);
      }
    }
  }

  /** Sends what the link has made of the answer, or what it says itself. */
  void give(SoapResponse response) throws SoapException {
    byte[] content = isPast() ? null : content(response);
    if (content == null) {
      return;
    }
    try {
      if (asked == null || answer == null) {
        sendOwn(response, content);
        return;
      }
      if (waiting != null && !waiting.isMade()) {
        waiting.leaveOut();
      }
      if (!isFailed()) {
        setFields(answer.head(), response);
        answer.send(content);
      }
    } catch (IOException e) {
      throw new Fault(e);
    }
  }

  /** Whether an answer was to wait, and has gone past the link when its XML was asked for. */
  private boolean isPast() {
    return waiting != null && waiting.isMade() && waiting.message() == null;
  }

  /** The content to be sent; null if the response has gone past the link. */
  private byte @Nullable [] content(SoapResponse response) throws SoapException {
    try {
      return response.bytes();
    } catch (SoapException | RuntimeException e) {
      if (isPast()) {
        return null;
      }
      throw e;
    }
  }

  private static void setFields(Message head, SoapResponse response) {
    Map<String, List<String>> fields = fields(head);
    for (String name : OF_LINK) {
      String value = response.headers().get(name);
      if (value != null) {
        fields.put(name, List.of(value));
      }
    }
  }

  private void sendOwn(SoapResponse response, byte[] content) throws IOException {
    Message head = new MessageImpl();
    head.put(Message.RESPONSE_CODE, response.hasFault() ? FAILED : OK);
    head.put(Message.CONTENT_TYPE, response.version().mediaType() + "; charset=utf-8");
    setFields(head, response);
    exchange.setOutMessage(head);
    request.getInterceptorChain().abort();
    Conduit back = exchange.getDestination().getBackChannel(request);
    back.prepare(head);
    head.getContent(OutputStream.class).write(content);
    back.close(head);
  }

  /** Lets an answer go that the link has nothing to do with. */
  void passOn(SoapException e) {
    if (asked == null) {
      throw new Fault(e);
    }
    if (waiting != null) {
      waiting.message();
    }
    if (answer == null || isFailed()) {
      return;
    }
    try {
      answer.passOn();
    } catch (IOException io) {
      throw new Fault(io);
    }
  }
}
