package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.config.Balance;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.ListenerConfig;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Timeouts;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.FrontServer;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.Loops;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.OriginGroup;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.ReplyStream;
import io.castile.gateway.http.RequestHandler;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that wait for the one thread that there is. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class WaitingRequestsTest {
  private static final URI ADDRESS = URI.create("http://origin.example/");

  private final Route route =
      new Route(
          RouteConfig.of(ADDRESS),
          new OriginGroup(List.of(new Origin(ADDRESS, null)), Balance.BY_TURNS),
          null,
          null,
          null);

  private final Loops loops = new Loops(1);
  private final CountDownLatch refused = new CountDownLatch(1); // as the thread is not free
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          1,
          60,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          (work, pool) -> {
            refused.countDown();
            throw new RejectedExecutionException("the thread is not free");
          });
  private final WaitingRequests waiting = new WaitingRequests(threads, () -> 1);
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    loops.close();
    threads.shutdownNow();
  }

  /** What a thread does for a request. */
  private interface Work {
    void run(FrontExchange exchange) throws Exception;
  }

  /** Has a thread do the same for each request. */
  private URI serve(Work work) throws IOException {
    RequestHandler handler =
        new RequestHandler() {
          @Override
          public Handling begin(FrontExchange exchange) {
            return new Waiting(exchange, work);
          }

          @Override
          public void refused(FrontExchange exchange) {
            throw new AssertionError("it was begun");
          }
        };
    FrontServer.Settings settings =
        new FrontServer.Settings(Limits.DEFAULT, Timeouts.DEFAULT, List.of());
    int port =
        new FrontServer(loops, handler, () -> settings)
            .listen(ListenerConfig.of(new ListenAddress("127.0.0.1", 0)), null);
    return URI.create("http://127.0.0.1:" + port);
  }

  private final class Waiting implements RequestHandler.Handling {
    private final FrontExchange exchange;
    private final Work work;

    Waiting(FrontExchange exchange, Work work) {
      this.exchange = exchange;
      this.work = work;
    }

    @Override
    public int heldBytes() {
      return 0;
    }

    @Override
    public void handle() {
      waiting.onThread(
          new IncomingRequest(exchange, route, false, null),
          () -> {
            try {
              work.run(exchange);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    }

    @Override
    public void ended() {
      // nothing is counted
    }
  }

  private int status(URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).statusCode();
  }

  private static void give(FrontExchange exchange, String how) throws IOException {
    switch (how) {
      case "whole" -> exchange.respond(Reply.ofText(200, "whole"));
      case "failed" ->
          exchange.fail(new OriginFailure(OriginFailure.Kind.BROKEN, "the origin is a test"));
      case "forwarded" -> {
        DefaultHttpResponse head =
            new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set("content-length", 1);
        exchange.forward(
            HeldResponse.whole(exchange.eventLoop(), head, new byte[] {'a'}), fields -> {});
      }
      default -> {
        ReplyStream stream = ReplyStream.begin(exchange, 200, new DefaultHttpHeaders());
        stream.write('a');
        stream.close();
      }
    }
  }

  /** The thread that has given the first response stays until it is wanted for the second. */
  @ParameterizedTest
  @CsvSource({"whole, 200", "failed, 502", "forwarded, 200", "streamed, 200"})
  void aClientThatAsksAgainAtOnceIsNotRefused(String how, int status) throws Exception {
    URI uri =
        serve(
            exchange -> {
              give(exchange, how);
              refused.await();
            });

    assertThat(status(uri)).isEqualTo(status);
    assertThat(status(uri)).isEqualTo(status);
    assertThat(refused.getCount()).isZero();
  }

  @Test
  void moreThanMayWaitAreRefused() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger works = new AtomicInteger();
    URI uri =
        serve(
            exchange -> {
              works.incrementAndGet();
              begun.countDown();
              go.await();
              exchange.respond(Reply.ofText(200, "late"));
            });
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    var first = client.sendAsync(request, BodyHandlers.ofString());
    begun.await();

    assertThat(status(uri)).isEqualTo(503);
    go.countDown();
    assertThat(first.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(works).hasValue(1);
  }
}
