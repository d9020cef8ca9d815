package io.castile.gateway.admin;

import io.castile.gateway.admin.AdminTokens.Holder;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHandler;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests of the admin listener. What takes time is done by an executor, not on the event
 * loops, which serve clients. Thread-safe.
 */
final class AdminHandler implements RequestHandler {
  private static final Logger log = LoggerFactory.getLogger(AdminHandler.class);

  /** More than the largest policy as a text of JSON. */
  static final int MOST_CONTENT = 4 << 20;

  /** The bytes that are held of clients without a token, to keep the connection. */
  static final int STRANGERS_CONTENT = 64 << 10;

  private static final String HEALTH = "/health";
  private static final String READY = "/ready";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final GatewayView gateway;
  private final AccessRule access;
  private final ConsoleFiles files;
  private final Api api;
  private final @Nullable AuditLog audit; // null for none
  private final Executor executor;

  AdminHandler(
      GatewayView gateway,
      AccessRule access,
      ConsoleFiles files,
      Api api,
      @Nullable AuditLog audit,
      Executor executor) {
    this.gateway = gateway;
    this.access = access;
    this.files = files;
    this.api = api;
    this.audit = audit;
    this.executor = executor;
  }

  @Override
  public Handling begin(FrontExchange exchange) {
    return new Handling() {
      @Override
      public int heldBytes() {
        RequestHead head = exchange.head();
        return isApi(head.path()) && access.holder(head) != null ? MOST_CONTENT : STRANGERS_CONTENT;
      }

      @Override
      public void handle() {
        answer(exchange);
      }

      @Override
      public void ended() {
        // Nothing is counted of these.
      }
    };
  }

  @Override
  public boolean isAlwaysServed(RequestHead head) {
    return head.path().equals(HEALTH) || head.path().equals(READY);
  }

  private void answer(FrontExchange exchange) {
    RequestHead head = exchange.head();
    Holder holder = access.holder(head);
    AuditLine line = new AuditLine(head, holder);
    try {
      access.checkHost(head);
      if (isApi(head.path())) {
        call(exchange, access.call(head, holder), line);
      } else {
        respond(exchange, open(head));
      }
    } catch (ApiException e) {
      if (audit != null) {
        audit.refused(line, e);
      }
      respond(exchange, e.reply());
    }
  }

  private static boolean isApi(String path) {
    return path.startsWith("/api/") || path.equals("/metrics");
  }

  /** Serves requests that need no token: they tell nothing but whether the gateway works. */
  private Reply open(RequestHead head) {
    if (!head.method().equals(HttpMethod.GET) && !head.method().equals(HttpMethod.HEAD)) {
      return Json.error(405, "expected GET");
    }
    switch (head.path()) {
      case HEALTH:
        return Json.reply(200, Map.of("status", "up"));
      case READY:
        boolean isReady = gateway.isReady();
        return Json.reply(isReady ? 200 : 503, Map.of("ready", isReady));
      case "/", "/console":
        Reply moved = Reply.ofText(302, "the console is at /console/");
        moved.fields().set(HttpHeaderNames.LOCATION, "/console/");
        return moved;
      default:
        Reply file = files.find(head.path());
        return file == null ? Json.error(404, "nothing is at " + head.path()) : file;
    }
  }

  private void call(FrontExchange exchange, ApiCall call, AuditLine line) {
    byte[] content = exchange.content();
    if (content == null) {
      failed(
          exchange,
          call,
          line,
          new ApiException(413, "expected at most " + MOST_CONTENT + " bytes"));
      return;
    }
    try {
      executor.execute(() -> answer(exchange, call, content, line));
    } catch (RejectedExecutionException e) {
      ApiException busy = new ApiException(503, "as many requests are under way here as may");
      busy.reply().fields().set(HttpHeaderNames.RETRY_AFTER, "1");
      failed(exchange, call, line, busy);
    }
  }

  private void answer(FrontExchange exchange, ApiCall call, byte[] content, AuditLine line) {
    try {
      Reply reply = api.answer(call, content, line);
      answered(exchange, call, line, reply);
    } catch (ApiException e) {
      failed(exchange, call, line, e);
    } catch (RuntimeException | Error e) { // the client waits for an answer
      log.error("{} {} failed", exchange.head().method(), exchange.head().path(), e);
      failed(exchange, call, line, new ApiException(500, "the gateway failed; its log says more"));
    }
  }

  private void failed(FrontExchange exchange, ApiCall call, AuditLine line, ApiException why) {
    line.problem(why);
    answered(exchange, call, line, why.reply());
  }

  /** What may change something is in the audit log before the answer is on its way. */
  private void answered(FrontExchange exchange, ApiCall call, AuditLine line, Reply reply) {
    if (audit != null && call.endpoint().isChange()) {
      audit.done(line, reply.status());
    }
    respond(exchange, reply);
  }

  private static void respond(FrontExchange exchange, Reply reply) {
    HttpHeaders fields = reply.fields().copy();
    fields.set("Content-Security-Policy", POLICY);
    fields.set("X-Content-Type-Options", "nosniff");
    fields.set("Referrer-Policy", "no-referrer");
    fields.set("Cross-Origin-Resource-Policy", "same-origin");
    fields.set("Cross-Origin-Opener-Policy", "same-origin");
    fields.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    exchange.respond(new Reply(reply.status(), fields, reply.content()));
  }

  @Override
  public void refused(FrontExchange exchange) {
    // Nothing is counted of these.
  }
}
