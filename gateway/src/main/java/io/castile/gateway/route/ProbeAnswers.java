package io.castile.gateway.route;

import io.castile.gateway.config.ProbePaths;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHandler;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.util.function.BooleanSupplier;

/**
 * Answers those that ask whether the gateway works. They tell nothing else, are answered without
 * access, limits and origins, and are in no log.
 *
 * @param paths where they ask
 * @param isReady whether requests would be served
 */
public record ProbeAnswers(ProbePaths paths, BooleanSupplier isReady) {
  boolean takes(RequestHead head) {
    return paths != ProbePaths.NONE && paths.has(head.path());
  }

  /**
   * Answers a request that is one of these.
   *
   * @param heldBytes up to which size its content is read, to keep the connection
   */
  RequestHandler.Handling begin(FrontExchange exchange, int heldBytes) {
    return new RequestHandler.Handling() {
      @Override
      public int heldBytes() {
        return heldBytes;
      }

      @Override
      public void handle() {
        exchange.respond(answer(exchange.head()));
      }

      @Override
      public void ended() {
        // These are in no log, and counted into nothing.
      }
    };
  }

  private Reply answer(RequestHead head) {
    if (!head.method().equals(HttpMethod.GET) && !head.method().equals(HttpMethod.HEAD)) {
      Reply refusal = Reply.ofText(405, "expected GET or HEAD");
      refusal.fields().set(HttpHeaderNames.ALLOW, "GET, HEAD");
      return refusal;
    }
    boolean isWell = !head.path().equals(paths.ready()) || isReady.getAsBoolean();
    Reply reply = isWell ? Reply.ofText(200, "ok") : Reply.ofText(503, "not ready");
    HttpHeaders fields = reply.fields();
    fields.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    return reply;
  }
}
