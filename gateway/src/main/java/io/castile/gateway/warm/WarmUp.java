package io.castile.gateway.warm;

import io.castile.gateway.warm.MadeUpRequests.Asked;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has made-up requests answered before a gateway says that it is ready, so that the classes it
 * needs are loaded, and their code is compiled. These are per process, so the requests go to
 * another gateway with a cache of its own, before an origin of its own: the one that is to be ready
 * sees nothing of them. A thread does that; whatever becomes of it, the warm-up ends. Thread-safe.
 */
public final class WarmUp implements AutoCloseable {
  /** The name of all threads of it. */
  static final String THREADS = "castile-gateway-warm-up";

  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

  private static final String NOT_WARM = "the gateway is not warmed up, and slow at first";

  /** How long it takes at most. */
  public static final Duration AT_MOST = Duration.ofMillis(3_500);

  private static final int MOST_ROUNDS = 400;

  /** So many ask at once: code that was compiled for one alone is compiled again for several. */
  private static final int CLIENTS = 8;

  private static final int QUIET_MILLIS = 100; // without a method compiled

  private final Opener opener;
  private final Duration atMost;
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile boolean isOver;

  /** Opens the gateway that the requests go to. */
  public interface Opener {
    /**
     * @param origin of the warm-up's own
     * @param policy of the cache, YAML
     * @param readyPath where it is asked whether it is ready
     */
    Opened open(URI origin, String policy, String readyPath) throws IOException;
  }

  /** A gateway for the warm-up alone. */
  public interface Opened extends AutoCloseable {
    /** Connects to it, as its clients do. */
    Socket connect() throws IOException;

    @Override
    void close();
  }

  private WarmUp(Opener opener, Duration atMost) {
    this.opener = opener;
    this.atMost = atMost;
    this.thread = new Thread(this::run, THREADS);
    thread.setDaemon(true);
  }

  /**
   * Begins.
   *
   * @param atMost how long requests are sent
   */
  public static WarmUp start(Opener opener, Duration atMost) {
    WarmUp warmUp = new WarmUp(opener, atMost);
    warmUp.thread.start();
    return warmUp;
  }

  /** Returns whether it has ended: as all was done, as its time is up, or as it failed. */
  public boolean isOver() {
    return isOver;
  }

  private void run() {
    long start = System.nanoTime();
    try {
      int requests = ask(start + atMost.toNanos());
      awaitCompiler(start + atMost.toNanos());
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      if (requests > 0) {
        log.info("warmed up by {} requests within {} ms", requests, millis);
      } else if (!isClosed) {
        log.warn("{}: no request was answered within {} ms", NOT_WARM, millis);
      }
    } catch (CompletionException e) {
      tellFailure(e.getCause());
    } catch (IOException | RuntimeException | Error e) {
      tellFailure(e);
    } finally {
      isOver = true;
    }
  }

  private void tellFailure(@Nullable Throwable why) {
    if (!isClosed) {
      String text = why instanceof UncheckedIOException ? why.getMessage() : String.valueOf(why);
      log.warn("{}: {}", NOT_WARM, text);
    }
  }

  /**
   * Has clients send requests until all are sent, or the time is up.
   *
   * @return how many requests
   */
  private int ask(long deadline) throws IOException {
    AtomicInteger rounds = new AtomicInteger();
    try (MadeUpOrigin origin = new MadeUpOrigin();
        Opened gateway =
            opener.open(origin.uri(), MadeUpRequests.POLICY, MadeUpRequests.READY_PATH)) {
      List<CompletableFuture<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            CompletableFuture.supplyAsync(
                () -> ask(gateway, rounds, deadline), MadeUpOrigin::start));
      }
      CompletableFuture.allOf(clients.toArray(CompletableFuture<?>[]::new)).join();
      return clients.stream().mapToInt(CompletableFuture::join).sum();
    }
  }

  /** Sends rounds of requests, each on a connection of its own. */
  private int ask(Opened gateway, AtomicInteger rounds, long deadline) {
    int requests = 0;
    try {
      for (int round = rounds.getAndIncrement();
          round < MOST_ROUNDS && goesOn(deadline);
          round = rounds.getAndIncrement()) {
        try (MadeUpClient client = new MadeUpClient(gateway.connect(), deadline)) {
          for (Asked each : MadeUpRequests.round(round)) {
            if (!goesOn(deadline)) {
              break;
            }
            client.ask(each.content(), each.status());
            requests++;
          }
        }
      }
      return requests;
    } catch (SocketTimeoutException e) {
      return requests; // the time is up: on a slow machine one request may take all of it
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until the JVM compiles nothing any more: what waits to be compiled would take the
   * processor from the first requests of clients.
   */
  private void awaitCompiler(long deadline) {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
      return;
    }
    try {
      long before = -1;
      long now = compiler.getTotalCompilationTime();
      while (now != before && goesOn(deadline)) {
        TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
        before = now;
        now = compiler.getTotalCompilationTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it is closed
    }
  }

  private boolean goesOn(long deadline) {
    return !isClosed && System.nanoTime() - deadline < 0;
  }

  /** Ends it when the request that is under way is answered, and waits for that. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A connection of the warm-up's client. Used by one thread. */
  private static final class MadeUpClient implements AutoCloseable {
    private final Socket socket;
    private final long deadline;
    private final MadeUpReader in;
    private final OutputStream out;

    /**
     * @param socket is closed with the client
     * @param deadline until when responses are waited for
     */
    MadeUpClient(Socket socket, long deadline) throws IOException {
      this.socket = socket;
      this.deadline = deadline;
      socket.setTcpNoDelay(true);
      in = new MadeUpReader(socket.getInputStream());
      out = socket.getOutputStream();
    }

    /**
     * Sends a request and reads the response.
     *
     * @param status that is expected
     * @throws SocketTimeoutException if there is none at the deadline
     * @throws IOException if there is none, or another one
     */
    void ask(byte[] request, int status) throws IOException {
      long rest = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      socket.setSoTimeout((int) Math.max(1, rest));
      out.write(request);
      out.flush();
      MadeUpMessage response = in.next();
      if (response == null) {
        throw new EOFException("expected a response, found the end of the connection");
      }
      if (response.status() != status) {
        throw new IOException("expected status " + status + ", found " + response.status());
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
