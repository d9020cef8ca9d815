package io.castile.cxf.link;

import io.castile.delta.message.LinkMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
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

  /** What the link says of an answer, and changes of what was said. */
  private static final List<String> OF_LINK =
      List.of("Castile", "Content-Encoding", "Vary", "ETag");

  private final LinkMessages messages;
  private final Message request;
  private final Exchange exchange;
  private final int mostBytes;
  private boolean isAsked;
  private @Nullable AnswerContent answer; // null before there is one

  ServedCall(LinkMessages messages, Message request, int mostBytes) {
    this.messages = messages;
    this.request = request;
    this.exchange = request.getExchange();
    this.mostBytes = mostBytes;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    isAsked = true;
    SoapRequest message = chain.request();
    request.setContent(InputStream.class, new ByteArrayInputStream(message.bytes()));
    Map<String, List<String>> fields = fields(request);
    fields.remove("Content-Encoding");
    fields.remove("Accept-Encoding"); // the link codes the answer
    request.getInterceptorChain().doIntercept(request);
    byte[] bytes = answer == null || isFailed() ? null : answer.message();
    if (answer == null || bytes == null) {
      throw new SoapTransportException("the answer goes past the link", null);
    }
    return messages
        .answer(message, bytes)
        .withHeaders(Headers.ofForeign(answer.head().get(Message.PROTOCOL_HEADERS)));
  }

  /** Whether a fault was sent in place of an answer that is held. */
  private boolean isFailed() {
    return exchange.getOutFaultMessage() != null;
  }

  private static Map<String, List<String>> fields(Message message) {
    return org.apache.cxf.transport.http.Headers.getSetProtocolHeaders(message);
  }

  /** Holds an answer, unless it goes another way than back to who has asked. */
  void hold(Message head, OutputStream out) {
    if (head.get(AbstractHTTPDestination.HTTP_RESPONSE) != null
        && !MessageUtils.isPartialResponse(head)) {
      answer = new AnswerContent(head, out, mostBytes);
      head.setContent(OutputStream.class, answer);
    }
  }

  /** Sends what the link has made of the answer, or what it says itself. */
  void give(SoapResponse response) throws SoapException {
    byte[] content = response.bytes();
    try {
      if (isAsked && answer != null) {
        setFields(answer.head(), response);
        answer.send(content);
      } else {
        sendOwn(response, content);
      }
    } catch (IOException e) {
      throw new Fault(e);
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
    if (!isAsked) {
      throw new Fault(e);
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
