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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.http.Cookie;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPException;
import org.jspecify.annotations.Nullable;

/**
 * The last link of a client's chain: sends what the others made of a request, perhaps several
 * times, each time in an exchange of its own, and gives the answer to the exchange of the call. Of
 * one call, and one thread, which may be another than the one that has made it.
 */
final class LinkedCall implements Interceptor {
  private static final int ERROR = 400;
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final String CASTILE = "Castile";
  private static final String CODING = "Content-Encoding";
  private static final String LENGTH = "Content-Length";
  private static final String COOKIE = "Cookie";
  private static final String DELTA = "csd";

  /** A delta may be of a message that is too large for this end, which then asks for it whole. */
  private static final int MOST_DELTA_BYTES = 16 << 20;

  /** ClientImpl's property of exchanges whose answers need no thread of their own. */
  static final String HAS_THREAD = Executor.class.getName() + ".USING_SPECIFIED";

  /** The properties by which a conduit describes a response beside the message. */
  private static final List<String> TOLD_OF_ANSWER =
      List.of(
          Message.RESPONSE_CODE,
          "IN_CHAIN_COMPLETE",
          "org.apache.cxf.transport.service_not_available");

  private final LinkMessages messages;
  private final Message request;
  private final Exchange exchange;

  // As they were: the thread of an asynchronous call may go on to change them.
  private Map<String, Object> ofRequest;
  private Map<String, Object> ofExchange;

  private final HTTPConduit conduit;
  private final int mostBytes;
  private final @Nullable TypedOperation typed; // null where the answer comes as XML

  private @Nullable Message came; // in answer to what was sent last; null before it is there
  private byte @Nullable [] content; // of that; null with it
  private @Nullable IOException failure; // of what was sent last; null for none
  private boolean isPassed; // the answer has been given without the link

  private @Nullable Message head; // of the answer; null before one has come
  private boolean isDelta; // that head is the one of a delta

  LinkedCall(
      LinkMessages messages,
      Message request,
      HTTPConduit conduit,
      int mostBytes,
      @Nullable TypedOperation typed) {
    this.typed = typed;
    this.messages = messages;
    this.request = request;
    this.exchange = request.getExchange();
    this.ofRequest = new HashMap<>(request);
    this.ofExchange = new HashMap<>(exchange);
    this.conduit = conduit;
    this.mostBytes = mostBytes;
  }

  /** Notes what the request's chain has said of it, which has run after this call was made. */
  void note() {
    ofRequest = new HashMap<>(request);
    ofExchange = new HashMap<>(exchange);
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest message = chain.request();
    send(message);
    if (failure instanceof HTTPException http && http.getResponseCode() != UNSUPPORTED_MEDIA_TYPE) {
      // for the links to see that the server may have taken a delta for the message
      return messages.response(message, http.getResponseCode(), Headers.NONE, new byte[0]);
    }
    if (failure != null) {
      int status = failure instanceof HTTPException ? UNSUPPORTED_MEDIA_TYPE : 0;
      throw new SoapTransportException(String.valueOf(failure.getMessage()), status, failure);
    }
    if (came == null || content == null) {
      throw new SoapTransportException("the answer goes past the link", null);
    }
    Headers fields = Headers.ofForeign(came.get(Message.PROTOCOL_HEADERS));
    int status = came.get(Message.RESPONSE_CODE) instanceof Integer code ? code : 0;
    if (status == UNSUPPORTED_MEDIA_TYPE && message.headers().has(CODING)) {
      throw new SoapTransportException("the server does not decode requests", status, null);
    }
    if (!isDelta) { // a message that is fetched for a delta has the delta's head
      head = came;
      isDelta = isDelta(came);
    }
    return messages.response(message, status, fields, content);
  }

  // ---- sending ----

  private void send(SoapRequest message) throws SoapException {
    byte[] bytes = message.bytes();
    came = null;
    content = null;
    failure = null;
    Message sent = anew(message.headers());
    try {
      conduit.prepare(sent);
      OutputStream out = Objects.requireNonNull(sent.getContent(OutputStream.class), "prepared");
      out.write(bytes);
      conduit.close(sent); // comes back when the answer has come
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    Message accepted = sent.getExchange().getInMessage();
    if (failure == null && came == null && !isPassed && accepted != null) { // without a message
      isPassed = true;
      tellOfAnswer(sent.getExchange());
      exchange.setInMessage(accepted);
      ClientCallback callback = exchange.remove(ClientCallback.class);
      if (callback != null) {
        callback.handleResponse(null, null);
      }
    }
  }

  /**
   * The request as it is to be sent, in an exchange of its own.
   *
   * @param told with the fields of the link
   */
  private Message anew(Headers told) {
    Exchange own = new ExchangeImpl();
    own.putAll(ofExchange);
    own.put(Bus.class, exchange.getBus());
    own.put(Service.class, exchange.getService());
    own.put(Endpoint.class, exchange.getEndpoint());
    own.put(Binding.class, exchange.getBinding());
    own.put(BindingOperationInfo.class, exchange.getBindingOperationInfo());
    own.setSynchronous(true);
    own.remove(ClientImpl.FINISHED);
    own.remove(ClientCallback.class.getName()); // which is told of the answer that is delivered
    own.put(HAS_THREAD, Boolean.TRUE);
    own.put(LinkedCall.class, this);
    Message sent = new MessageImpl();
    sent.putAll(ofRequest);
    sent.setInterceptorChain(request.getInterceptorChain());
    sent.put(Message.PROTOCOL_HEADERS, fields(told));
    own.setOutMessage(sent);
    return sent;
  }

  private Map<String, List<String>> fields(Headers told) {
    Map<String, List<String>> fields = fieldsOf(ofRequest);
    List<String> cookies = fields.get(COOKIE);
    if (cookies != null) { // those of the session are added again
      for (Cookie each : conduit.getCookies().values()) {
        cookies.remove(each.requestCookieHeader());
      }
    }
    for (String name : List.of(CASTILE, CODING)) {
      String value = told.get(name);
      if (value != null) {
        fields.put(name, new ArrayList<>(List.of(value)));
      }
    }
    return fields;
  }

  /** A copy of the header fields that a message has. */
  private static Map<String, List<String>> fieldsOf(Map<String, Object> message) {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> fields) {
      fields.forEach(
          (name, values) -> {
            if (name != null && values instanceof List<?> list) {
              @SuppressWarnings("unchecked") // as CXF has them
              List<String> texts = new ArrayList<>((List<String>) list);
              copy.put(name.toString(), texts);
            }
          });
    }
    return copy;
  }

  // ---- what comes ----

  /** Takes the answer to what was sent; what is no message for the link goes on at once. */
  void received(Message answer) {
    try {
      byte[] bytes =
          MessageContents.version(answer) != null || isError(answer)
              ? MessageContents.read(answer, isDelta(answer) ? MOST_DELTA_BYTES : mostBytes)
              : null;
      if (bytes == null) {
        isPassed = true;
        deliver(
            answer, fieldsOf(answer), Objects.requireNonNull(answer.getContent(InputStream.class)));
        return;
      }
      InputStream in = answer.getContent(InputStream.class);
      if (in != null) {
        in.close();
      }
      came = answer;
      content = bytes;
    } catch (IOException e) {
      failure = e;
    }
  }

  private static boolean isDelta(Message answer) {
    return Headers.ofForeign(answer.get(Message.PROTOCOL_HEADERS))
        .getOrDefault(CODING, "")
        .startsWith(DELTA);
  }

  /** Whether the links are to see an answer whatever it is: it may have been a delta's. */
  private static boolean isError(Message answer) {
    return answer.get(Message.RESPONSE_CODE) instanceof Integer status && status >= ERROR;
  }

  /**
   * Gives the answer that the chain has made.
   *
   * @throws IOException what CXF makes of an answer that is an error
   */
  void deliver(SoapResponse response) throws SoapException, IOException {
    if (failure != null) {
      throw failure;
    }
    Message given = Objects.requireNonNull(head, "an answer has come");
    Map<String, List<String>> fields = fieldsOf(given);
    Object[] values = typed == null ? null : response.writtenValues();
    if (typed != null && values != null) {
      fields.remove(CODING);
      fields.remove(LENGTH);
      deliver(answer(given, fields), new ReadValues(typed, values[0]));
      return;
    }
    byte[] message = response.bytes();
    String coding = response.headers().get(CODING);
    if (coding == null) {
      fields.remove(CODING);
    }
    if (fields.containsKey(LENGTH)) {
      fields.put(LENGTH, List.of(Integer.toString(message.length)));
    }
    deliver(given, fields, new ByteArrayInputStream(message));
  }

  private void deliver(Message given, Map<String, List<String>> fields, InputStream message) {
    Message answer = answer(given, fields);
    answer.setContent(InputStream.class, message);
    exchange.get(MessageObserver.class).onMessage(answer);
  }

  private void deliver(Message answer, ReadValues values) {
    answer.put(ReadValues.class, values);
    exchange.get(MessageObserver.class).onMessage(answer);
  }

  private Message answer(Message given, Map<String, List<String>> fields) {
    tellOfAnswer(given.getExchange());
    Message answer = new MessageImpl();
    answer.putAll(given);
    answer.put(Message.PROTOCOL_HEADERS, fields);
    answer.setExchange(exchange);
    return answer;
  }

  private void tellOfAnswer(Exchange from) {
    for (String name : TOLD_OF_ANSWER) {
      Object value = from.get(name);
      if (value != null) {
        exchange.put(name, value);
      }
    }
  }

  /**
   * Fails as the call would have without the link.
   *
   * @throws IOException unless the answer was given without the link
   */
  void passOn(SoapException e) throws IOException {
    if (isPassed) {
      return;
    }
    throw failure != null ? failure : new IOException(e.getMessage(), e);
  }
}
