package io.castile.gateway.pair;

import io.castile.delta.Differential;
import io.castile.delta.LinkStatistics;
import io.castile.delta.message.LinkMessages;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.RealChain;
import java.util.ArrayList;
import java.util.List;

/**
 * The near end of a pair: asks origins over the differential link, with the links of a client's
 * chain. Where an origin does not know the link its answer is the one without it. Thread-safe.
 */
public final class LinkClient {
  private final OriginClient client;
  private final LinkMessages messages;
  private final Differential link;

  /**
   * @param link keeps the bases
   * @param mostBytes the size of the greatest message that is made of a delta
   */
  public LinkClient(OriginClient client, Differential link, int mostBytes) {
    this.client = client;
    this.messages = new LinkMessages(mostBytes);
    this.link = link;
  }

  /**
   * Asks an origin, and waits for its answer.
   *
   * @param request whose content is an envelope in UTF-8
   * @param peer whether the origins of the route know the link
   * @param place for which messages are kept: requests with another one have other bases
   * @param mostBytes up to how many bytes of the answer are held, as it comes
   * @return the answer, without what is of the link
   */
  public HeldResponse ask(
      HeldRequest request, LinkPeer peer, String place, SoapVersion version, int mostBytes)
      throws OriginFailure {
    peer.offered();
    LinkedExchange exchange = new LinkedExchange(client, messages, request, mostBytes);
    List<Interceptor> chain = new ArrayList<>(link.clientLinks());
    chain.add(exchange);
    SoapRequest message =
        messages
            .leaving(request.content(), version)
            .endpoint(place)
            .headers(LinkFields.of(LinkFields.withoutLink(request.fields())))
            .build();
    try {
      return exchange.answer(RealChain.run(chain, message));
    } catch (SoapException e) {
      return exchange.insteadOf(e);
    } finally {
      if (exchange.isLinked()) {
        peer.answered();
      } else if (!exchange.isPlain()) {
        peer.toldNothing();
      }
    }
  }

  /** Returns what has been done so far. */
  public LinkStatistics statistics() {
    return link.statistics();
  }

  /** Returns the weight of the messages that are kept, in bytes. */
  public long keptBytes() {
    return link.keptBytes();
  }
}
