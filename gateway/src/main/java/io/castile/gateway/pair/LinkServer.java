package io.castile.gateway.pair;

import io.castile.delta.Differential;
import io.castile.delta.LinkStatistics;
import io.castile.delta.message.LinkMessages;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.MediaType;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.RealChain;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The far end of a pair: answers clients that offer the differential link, gateways or others, with
 * the link of a server's chain. Thread-safe.
 */
public final class LinkServer {
  private static final String DELTA = "csd";

  private final LinkMessages messages;
  private final Differential link;

  /** Answers what a client has asked, as if it had asked without the link. */
  public interface Inner {
    /**
     * Returns the answer.
     *
     * @param head without fields of the link
     * @param content the message
     */
    HeldResponse answer(RequestHead head, byte[] content) throws OriginFailure;
  }

  /**
   * @param link keeps the bases
   * @param mostBytes the size of the greatest message that is made of a delta
   */
  public LinkServer(Differential link, int mostBytes) {
    this.messages = new LinkMessages(mostBytes);
    this.link = link;
  }

  /** Whether a content coding is that of the link. */
  public static boolean isDelta(@Nullable String coding) {
    return coding != null && (coding.equals(DELTA) || coding.startsWith(DELTA + ","));
  }

  /** Whether a request offers the link, or is a delta. */
  public static boolean takes(HttpHeaders fields) {
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    return coding == null ? fields.contains(LinkFields.CASTILE) : coding.equals(DELTA);
  }

  /**
   * Answers a request that offers the link.
   *
   * @param loop of the client's connection
   * @param head of the request, whose type is one of SOAP
   * @param content a message or a delta
   */
  public HeldResponse answer(EventLoop loop, RequestHead head, byte[] content, Inner inner)
      throws OriginFailure {
    MediaType type = MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    SoapVersion version = Objects.requireNonNull(type.version(), "a type of SOAP");
    SoapRequest.Builder request =
        messages
            .came(content, type.charset(), version)
            .endpoint(head.host() + head.target())
            .headers(LinkFields.of(head.fields()));
    String sender = head.sender();
    if (sender != null) {
      request.principal(() -> sender);
    }
    SoapRequest received = request.build();
    AnsweredExchange exchange =
        new AnsweredExchange(messages, head, inner, Differential.besideFault(received));
    try {
      SoapResponse response = RealChain.run(List.of(link.serverLink(), exchange), received);
      return exchange.linked(loop, response);
    } catch (SoapException e) {
      return exchange.insteadOf(e);
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
