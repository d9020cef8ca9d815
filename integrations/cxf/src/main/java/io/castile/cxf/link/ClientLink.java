package io.castile.cxf.link;

import io.castile.delta.Differential;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.RealChain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.http.HTTPConduit;

/** The client's end of the link, with the links of a client's chain. Thread-safe. */
final class ClientLink {
  private static final String POST = "POST";

  /** MAPAggregator's property of endpoints whose responses come another way. */
  private static final String DECOUPLED =
      "org.apache.cxf.ws.addressing.MAPAggregator.decoupledDestination";

  private final List<Interceptor> links;
  private final LinkMessages messages;
  private final int mostBytes;
  private final boolean isTyped;

  ClientLink(Differential link) {
    this.links = link.clientLinks();
    this.mostBytes = link.options().maxMessageBytes();
    this.isTyped = link.options().typed();
    this.messages = new LinkMessages(mostBytes);
  }

  /** Holds a request to send it over the link, unless that has nothing to do with it. */
  void hold(SoapMessage request, OutputStream out) throws IOException {
    if (isFor(request)
        && MessageSenderInterceptor.getConduit(request) instanceof HTTPConduit conduit) {
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
    TypedOperation typed =
        isTyped && Interceptors.mayComeAsValues(request) ? TypedOperation.of(request) : null;
    LinkedCall call = new LinkedCall(messages, request, conduit, mostBytes, typed);
    List<Interceptor> chain = new ArrayList<>(links);
    chain.add(call);
    SoapRequest leaving =
        (typed == null
                ? messages.leaving(message, version)
                : messages.leaving(message, version, typed.operation()))
            .endpoint(place(request))
            .headers(Headers.ofForeign(request.get(Message.PROTOCOL_HEADERS)))
            .build();
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
