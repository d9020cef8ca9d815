package io.castile.gateway.route;

import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.pair.LinkClient;
import io.castile.gateway.pair.LinkPeer;
import io.castile.soap.envelope.Utf8Messages;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Asks origins, and waits for their answers: with WS-Security or over the differential link where
 * the route says so, or as the question came. Thread-safe.
 */
final class OriginStage {
  /** The largest answer that is parsed on the event loop, in bytes: others wait meanwhile. */
  private static final int MOST_BYTES_ON_LOOP = 64 << 10;

  private final OriginClient client;
  private final LinkClient link;
  private final Executor executor;

  /**
   * @param executor looks at large answers, and refuses nothing
   */
  OriginStage(OriginClient client, LinkClient link, Executor executor) {
    this.client = client;
    this.link = link;
    this.executor = executor;
  }

  /** Whether a question is to be asked over the link now. */
  static boolean isLinked(Route route, KnownRequest known, byte[] content) {
    LinkPeer peer = route.peer();
    return peer != null
        && peer.isOffered()
        && known.isEnvelope()
        && Utf8Messages.isUtf8(content, known.type().charset());
  }

  /**
   * Asks one of a route's origins.
   *
   * @param mostBytes up to how many bytes of the answer are held
   */
  HeldResponse ask(Route route, KnownRequest known, HeldRequest request, int mostBytes)
      throws OriginFailure {
    RouteSecurity security = route.security();
    if (security != null && request.method().equals(HttpMethod.POST)) {
      return security.ask(client, route, request);
    }
    LinkPeer peer = route.peer();
    return peer != null && isLinked(route, known, request.content())
        ? link.ask(
            request, peer, place(route, known, request), known.question().version(), mostBytes)
        : HeldResponse.ask(client, request, mostBytes);
  }

  /**
   * Asks one of a route's origins, not over the link, without a thread that waits.
   *
   * @return is completed on the request's event loop, or by the executor if the answer is large;
   *     with an {@link OriginFailure} if there is none
   */
  CompletableFuture<HeldResponse> askLater(HeldRequest request, int mostBytes) {
    CompletableFuture<HeldResponse> asking = new CompletableFuture<>();
    HeldResponse.begin(client, request, mostBytes)
        .whenComplete(
            (response, thrown) -> {
              byte[] content = thrown == null ? response.content() : null;
              if (content != null && content.length > MOST_BYTES_ON_LOOP) {
                executor.execute(() -> asking.complete(response));
              } else if (thrown == null) {
                asking.complete(response);
              } else {
                asking.completeExceptionally(thrown);
              }
            });
    return asking;
  }

  /** Tells the log that an answer is no whole envelope, and so is not kept. */
  void tellBroken(Route route, int status) {
    client.failed(
        "the origin of " + route.name(),
        "broken_soap",
        "expected one whole, well-formed envelope in its charset, found another answer of status "
            + status);
  }

  /**
   * Returns the place under which messages are kept. A client that shows a certificate shares them
   * with those that show the same: the origin is not shown it, and the link sees header fields and
   * messages only.
   */
  private static String place(Route route, KnownRequest known, HeldRequest request) {
    String host = request.preserveHost() ? request.fields().get(HttpHeaderNames.HOST, "") : "";
    String sender = known.facts().sender();
    return String.join(
        " ",
        route.endpoint(),
        route.mark() + request.path(),
        known.question().operation().toString(),
        host,
        sender == null ? "" : sender);
  }
}
