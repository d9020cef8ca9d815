package io.castile.cxf;

import io.castile.soap.Headers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/** The exchange of a client's call, from its request's side. Owned by the call. */
final class ClientExchange {
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final long DEFAULT_TIMEOUT_MILLIS = 60_000;

  /** MAPAggregator's property of endpoints whose responses come another way. */
  private static final String DECOUPLED =
      "org.apache.cxf.ws.addressing.MAPAggregator.decoupledDestination";

  private final Message request;
  private final Exchange exchange;
  private @Nullable Exception failure;

  ClientExchange(Message request) {
    this.request = request;
    this.exchange = request.getExchange();
  }

  static Map<String, Object> requestContext(Message request) {
    if (request.get(Message.INVOCATION_CONTEXT) instanceof Map<?, ?> context
        && context.get(Client.REQUEST_CONTEXT) instanceof Map<?, ?> values) {
      @SuppressWarnings("unchecked") // by the contract of Client
      Map<String, Object> known = (Map<String, Object>) values;
      return known;
    }
    return Map.of();
  }

  // ---- asking ----

  void makeConditional(Headers fields) {
    NotModified.expect(exchange, !fields.isEmpty());
    addFields(request, fields);
  }

  /** Adds header fields to a message or request context; the map that is there may be shared. */
  static void addFields(Map<String, Object> message, Headers fields) {
    if (fields.isEmpty()) {
      return;
    }
    Map<Object, Object> all = new HashMap<>();
    if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> given) {
      all.putAll(given);
    }
    fields.forEach((name, value) -> all.put(name, new ArrayList<>(List.of(value))));
    message.put(Message.PROTOCOL_HEADERS, all);
  }

  /** Runs the chain to its end, and waits for the response where that comes by another thread. */
  void run() throws InterruptedException {
    request.getInterceptorChain().doIntercept(request);
    failure = found();
    if (failure == null && !exchange.isOneWay() && !isAccepted() && !await()) {
      failure = new IOException("the response has not come in time");
    }
    if (failure == null) {
      failure = found();
    }
  }

  /** Whether ClientImpl takes what has come for all that will. */
  private boolean isAccepted() {
    return status() == ACCEPTED
        && exchange.getEndpoint().getEndpointInfo().getProperty(DECOUPLED) == null;
  }

  /** Waits as long as ClientImpl would, which then need not wait any more before it says so. */
  private boolean await() throws InterruptedException {
    long timeout =
        exchange.get(Client.class) instanceof ClientImpl client
            ? client.getSynchronousTimeout()
            : DEFAULT_TIMEOUT_MILLIS;
    if (request.getContextualProperty(ClientImpl.SYNC_TIMEOUT) instanceof Number stated) {
      timeout = stated.longValue();
    }
    long deadline = System.nanoTime() + timeout * 1_000_000;
    synchronized (exchange) {
      while (!Boolean.TRUE.equals(exchange.get(ClientImpl.FINISHED))) {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          request.put(ClientImpl.SYNC_TIMEOUT, 1L);
          return false;
        }
        exchange.wait(millis);
      }
    }
    return true;
  }

  /** Returns the failure of the call as ClientImpl finds it; null for none. */
  private @Nullable Exception found() {
    Exception found = request.getContent(Exception.class);
    if (found == null) {
      found = exchange.get(Exception.class);
    }
    for (Message each :
        new Message[] {
          exchange.getInFaultMessage(), exchange.getOutFaultMessage(), exchange.getInMessage()
        }) {
      if (found == null && each != null) {
        found = each.getContent(Exception.class);
      }
    }
    return found;
  }

  /** Makes the exchange one that has failed. */
  void fail(Exception thrown) {
    failure = thrown;
    exchange.put(Exception.class, thrown);
    request.getInterceptorChain().abort();
  }

  // ---- what came ----

  /** Returns the failure of the call, which ClientImpl will throw; null for none. */
  @Nullable Exception failure() {
    return failure;
  }

  int status() {
    return status(exchange);
  }

  /** The status of HTTP; 200 where it is not known. */
  static int status(Exchange exchange) {
    return exchange.get(Message.RESPONSE_CODE) instanceof Integer code ? code : OK;
  }

  Headers responseFields() {
    return responseFields(exchange);
  }

  static Headers responseFields(Exchange exchange) {
    Message response = exchange.getInMessage();
    return response == null
        ? Headers.NONE
        : Headers.ofForeign(response.get(Message.PROTOCOL_HEADERS));
  }

  /** Says before the request is sent that the response's message is wanted. */
  void wantMessage(long maxBytes) {
    ResponseBytes.want(exchange, maxBytes);
  }

  /** The response's message, where it was wanted and says nothing that is not a value; or null. */
  static byte @Nullable [] receivedMessage(Exchange exchange) {
    return exchange.getInMessage() instanceof SoapMessage response && !response.hasHeaders()
        ? ResponseBytes.bytes(exchange)
        : null;
  }

  byte @Nullable [] receivedMessage() {
    return receivedMessage(exchange);
  }

  /** The parts of the response; null for none. */
  @Nullable List<?> responseContents() {
    Message response = exchange.getInMessage();
    return response == null ? null : response.getContent(List.class);
  }

  // ---- a kept answer ----

  /**
   * Ends the request's chain, and makes the exchange one whose response has come. What went wrong
   * before does not count any more.
   */
  void deliver(MessageContentsList contents) {
    request.removeContent(Exception.class);
    exchange.remove(Exception.class.getName());
    exchange.setInFaultMessage(null);
    exchange.setOutFaultMessage(null);
    request.getInterceptorChain().abort();

    Message response = new MessageImpl();
    response.setExchange(exchange);
    response = exchange.getEndpoint().getBinding().createMessage(response);
    response.put(Message.REQUESTOR_ROLE, Boolean.TRUE);
    response.put(Message.INBOUND_MESSAGE, Boolean.TRUE);
    response.put(Message.RESPONSE_CODE, OK);
    response.setContent(List.class, contents);
    exchange.put(Message.RESPONSE_CODE, OK);
    if (exchange.isSynchronous()) {
      exchange.setInMessage(response);
      exchange.put(ClientImpl.FINISHED, Boolean.TRUE);
    } else {
      callBack(response);
    }
  }

  /**
   * Hands the response to the client, which calls back; never on the caller's thread, which may
   * hold locks that the callback wants.
   */
  private void callBack(Message response) {
    // No interceptor has this name, so all are passed over: the values are there already.
    response.put(InterceptorChain.STARTING_AFTER_INTERCEPTOR_ID, ClientExchange.class.getName());
    MessageObserver client = exchange.get(MessageObserver.class);
    if (exchange.get(Executor.class) != null) {
      client.onMessage(response); // uses the executor by itself
    } else {
      exchange
          .getBus()
          .getExtension(WorkQueueManager.class)
          .getAutomaticWorkQueue()
          .execute(() -> client.onMessage(response));
    }
  }
}
