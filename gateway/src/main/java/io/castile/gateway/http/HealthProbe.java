package io.castile.gateway.http;

import io.castile.gateway.config.Balance;
import io.castile.gateway.config.HealthCheck;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks an origin now and then whether it is well, each time on a connection of its own, and has it
 * left out or asked again. What it asks counts as no request to the origin. {@link #start} and
 * {@link #stop} may be called by any thread.
 */
public final class HealthProbe {
  private static final Logger log = LoggerFactory.getLogger(HealthProbe.class);

  /** The most bytes of an answer that is read. */
  private static final int MOST_BYTES = 1 << 20;

  /** A message that is sent, and what is expected of its answer. */
  public interface Posted {
    /** Returns the message, which is not changed. */
    byte[] content();

    /** Returns its type. */
    String contentType();

    /** Returns the field of that name; null for none. */
    @Nullable String soapAction();

    /**
     * Returns why an answer with status 200 does not say that the origin is well; null where it
     * does.
     *
     * @param answer the whole content
     * @param type its type; null for none
     */
    @Nullable String problem(byte[] answer, @Nullable String type);
  }

  private final Origin origin;
  private final HealthCheck check;
  private final EventLoop loop;
  private final OriginClient client;
  private final OriginRequest request;
  private final @Nullable Posted posted; // null for a check by GET

  private @Nullable Asked asked; // null between two checks
  private int failsInARow;
  private int passesInARow;
  private boolean isStopped; // guarded by this, which keeps what is found later to itself

  /**
   * @param limits whose connections to one origin bound those that check one
   * @param posted what is sent; null where the check is one by GET
   */
  public HealthProbe(
      Loops loops, Origin origin, HealthCheck check, Limits limits, @Nullable Posted posted) {
    this.posted = posted;
    this.origin = origin;
    this.check = check;
    this.loop = loops.next();
    Timeouts usual = Timeouts.DEFAULT;
    Timeouts timeouts =
        new Timeouts(
            check.timeout(),
            check.timeout(),
            usual.request(),
            usual.idle(),
            usual.originIdle(),
            usual.drain());
    this.client = new OriginClient(loops, () -> timeouts, () -> limits, null);
    URI uri = origin.uri();
    Origin checked = // has figures and connections of its own
        new Origin(
            URI.create(uri.getScheme() + "://" + uri.getRawAuthority()),
            origin.tls(),
            origin.isHttp2());
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.USER_AGENT, "castile-gateway");
    fields.set(HttpHeaderNames.CONNECTION, "close");
    if (posted != null) {
      fields.set(HttpHeaderNames.CONTENT_TYPE, posted.contentType());
      if (posted.soapAction() != null) {
        fields.set("SOAPAction", posted.soapAction());
      }
    }
    this.request =
        new OriginRequest(
            new OriginGroup(List.of(checked), Balance.BY_TURNS),
            posted == null ? HttpMethod.GET : HttpMethod.POST,
            check.path(),
            fields,
            false,
            posted == null ? new byte[0] : posted.content(),
            false,
            null);
  }

  /** Begins to check; until there is a result, the origin is taken to be well. */
  public void start() {
    origin.isChecked(true);
    loop.execute(this::ask);
  }

  /**
   * Ends.
   *
   * @param isReplaced whether another one checks the origin from now on; else it is taken to be
   *     well
   */
  public void stop(boolean isReplaced) {
    synchronized (this) {
      isStopped = true;
      if (!isReplaced) {
        origin.isChecked(false);
        origin.isUp(true);
      }
    }
    loop.execute(
        () -> {
          if (asked != null) {
            asked.cancel();
          }
        });
  }

  private synchronized void ask() {
    if (!isStopped) {
      asked = new Asked();
      asked.begin();
    }
  }

  private synchronized void found(@Nullable String problem, long startNanos) {
    asked = null;
    if (isStopped) {
      return;
    }
    failsInARow = problem == null ? 0 : failsInARow + 1;
    passesInARow = problem == null ? passesInARow + 1 : 0;
    if (origin.isUp() && failsInARow >= check.fails()) {
      origin.isUp(false);
      log.warn("{} is left out: its health check failed: {}", origin, problem);
    } else if (!origin.isUp() && passesInARow >= check.passes()) {
      origin.isUp(true);
      log.info("{} is asked again: its health check passed", origin);
    }
    long rest = check.every().toNanos() - (System.nanoTime() - startNanos);
    loop.schedule(this::ask, Math.max(0, rest), TimeUnit.NANOSECONDS);
  }

  /** One check. */
  private final class Asked implements ResponseSink {
    private final long startNanos = System.nanoTime();
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private @Nullable OriginExchange exchange; // null before it has begun
    private @Nullable HttpHeaders fields; // of the answer; null before it has come
    private boolean isOver;

    void begin() {
      loop.schedule(
          () -> over("no answer in " + check.timeout().toMillis() + " ms"),
          check.timeout().toNanos(),
          TimeUnit.NANOSECONDS);
      exchange = client.begin(loop, request, this);
      if (isOver) {
        exchange.cancel();
      }
    }

    private void over(@Nullable String problem) {
      if (!isOver) {
        cancel();
        found(problem, startNanos);
      }
    }

    void cancel() {
      isOver = true;
      if (exchange != null) {
        exchange.cancel();
      }
    }

    @Override
    public void head(HttpResponse head) {
      int status = head.status().code();
      fields = head.headers();
      if (posted == null) {
        over(status >= 200 && status < 400 ? null : "status " + status);
      } else if (status != 200) {
        over("status " + status);
      }
    }

    @Override
    public void content(ByteBuf piece) {
      boolean isRead = posted != null && !isOver;
      if (isRead && answer.size() + piece.readableBytes() <= MOST_BYTES) {
        byte[] bytes = new byte[piece.readableBytes()];
        piece.readBytes(bytes);
        answer.writeBytes(bytes);
      } else if (isRead) {
        over("the answer has more than " + MOST_BYTES + " bytes");
      }
      piece.release();
    }

    @Override
    public void failed(OriginFailure failure) {
      over(failure.getMessage());
    }

    @Override
    public void end() {
      if (posted != null && fields != null) { // else the head has said all
        String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
        byte[] plain = ContentCodings.decoded(answer.toByteArray(), coding, MOST_BYTES);
        over(
            plain == null
                ? "the answer is in a coding that it was not asked for, " + coding
                : posted.problem(plain, fields.get(HttpHeaderNames.CONTENT_TYPE)));
      }
    }

    @Override
    public void pause() {
      // Nothing is passed on.
    }

    @Override
    public void writable(boolean isWritable) {
      // The request is sent as a whole.
    }
  }
}
