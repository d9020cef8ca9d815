package io.castile.cxf.link;

import io.castile.delta.Differential;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.RealChain;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.http.HTTPConduit;
import org.jspecify.annotations.Nullable;

/** The client's end of the link, with the links of a client's chain. Thread-safe. */
final class ClientLink {
  private static final String POST = "POST";

  /** MAPAggregator's property of endpoints whose responses come another way. */
  private static final String DECOUPLED =
      "org.apache.cxf.ws.addressing.MAPAggregator.decoupledDestination";

  private final Differential differential;
  private final List<Interceptor> links;
  private final LinkMessages messages;
  private final int mostBytes;
  private final boolean isTyped;

  ClientLink(Differential link) {
    this.differential = link;
    this.links = link.clientLinks();
    this.mostBytes = link.options().maxMessageBytes();
    this.isTyped = link.options().typed();
    this.messages = new LinkMessages(mostBytes);
  }

  /**
   * Holds a request to send it over the link, unless that has nothing to do with it; one that may
   * go as values is sent here.
   */
  void hold(SoapMessage request, OutputStream out) throws IOException {
    if (isFor(request)
        && MessageSenderInterceptor.getConduit(request) instanceof HTTPConduit conduit
        && !sentAsValues(request, conduit)) {
      request.setContent(
          OutputStream.class, new SentContent(this, request, conduit, out, mostBytes));
    }
  }

  private static boolean isFor(Message request) {
    Exchange exchange = request.getExchange();
    return !exchange.isOneWay()
        && exchange.get(MessageObserver.class) != null
        && exchange.getEndpoint().getEndpointInfo().getProperty(DECOUPLED) == null
        && POST.equals(request.get(Message.HTTP_REQUEST_METHOD));
  }

  /**
   * Sends a request, and has CXF read the answer; that of an asynchronous call on another thread.
   *
   * @param message in UTF-8; never changed
   */
  void send(Message request, HTTPConduit conduit, byte[] message, SoapVersion version)
      throws IOException {
    TypedOperation typed = typed(request);
    LinkedCall call = new LinkedCall(messages, request, conduit, mostBytes, typed);
    SoapRequest leaving =
        to(
            request,
            typed == null
                ? messages.leaving(message, version)
                : messages.leaving(message, version, typed.operation()));
    List<Interceptor> chain = chain(call);
    if (request.getExchange().isSynchronous()) {
      run(call, chain, leaving);
    } else {
      WaitingThread.run(request, conduit, () -> run(call, chain, leaving));
    }
  }

  private static void run(LinkedCall call, List<Interceptor> chain, SoapRequest leaving)
      throws IOException {
    try {
      SoapResponse response = RealChain.run(chain, leaving);
      call.deliver(response);
    } catch (SoapException e) {
      call.passOn(e);
    }
  }

  /** The operation of a request whose answer may come as values; null where it comes as XML. */
  private @Nullable TypedOperation typed(Message request) {
    return isTyped && Interceptors.mayComeAsValues(request) ? TypedOperation.of(request) : null;
  }

  private static SoapRequest to(Message request, SoapRequest.Builder leaving) {
    return leaving
        .endpoint(place(request))
        .headers(Headers.ofForeign(request.get(Message.PROTOCOL_HEADERS)))
        .build();
  }

  private List<Interceptor> chain(LinkedCall call) {
    List<Interceptor> chain = new ArrayList<>(links);
    chain.add(call);
    return chain;
  }

  /**
   * Sends a request as values, and has CXF read the answer. Where the link wants the XML after all,
   * the rest of the chain makes it meanwhile.
   *
   * @return false if the request goes as XML
   */
  private boolean sentAsValues(SoapMessage request, HTTPConduit conduit) throws IOException {
    TypedOperation typed = typed(request);
    WaitingRequest waiting = typed == null ? null : WaitingRequest.of(request, typed);
    SoapVersion version = waiting == null ? null : MessageContents.version(request);
    if (typed == null || waiting == null || version == null) {
      return false;
    }
    request.putIfAbsent(Message.ENCODING, StandardCharsets.UTF_8.name()); // as StaxOutInterceptor
    SoapRequest leaving =
        to(request, messages.leaving(version, typed.operation(), waiting.value(), waiting));
    try {
      if (!differential.sendsValues(leaving)) {
        return false;
      }
    } catch (SoapException e) {
      throw new IOException(e.getMessage(), e);
    }
    LinkedCall call = new LinkedCall(messages, request, conduit, mostBytes, typed);
    waiting.sentBy(call);
    try {
      SoapResponse response = RealChain.run(chain(call), leaving);
      waiting.end(() -> deliver(call, response));
    } catch (SoapException e) {
      if (!waiting.isFailed()) {
        waiting.end(() -> call.passOn(e));
      }
    } catch (RuntimeException e) {
      if (!waiting.isFailed()) {
        throw e;
      }
    }
    return true;
  }

  private static void deliver(LinkedCall call, SoapResponse response) throws IOException {
    try {
      call.deliver(response);
    } catch (SoapException e) {
      call.passOn(e);
    }
  }

  /** For what messages are kept: an operation at an address. */
  private static String place(Message request) {
    StringBuilder place = new StringBuilder();
    place.append(request.get(Message.ENDPOINT_ADDRESS));
    for (String part : List.of(Message.PATH_INFO, Message.QUERY_STRING)) {
      Object said = request.get(part);
      place.append(said == null ? "" : " " + said);
    }
    BindingOperationInfo operation = request.getExchange().getBindingOperationInfo();
    return place.append(operation == null ? "" : " " + operation.getName()).toString();
  }
}
