package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A response of an origin that is held to be looked at: as a whole, or, where it is larger, its
 * beginning, while the rest waits to be passed on or cancelled.
 *
 * <p>Sinks are called on the event loop; {@link #begin}, {@link #cancel} and the results may be
 * used by any thread.
 */
public final class HeldResponse {
  private static final byte[] NOTHING = {};

  /** After which a response whose rest is not asked for is given up. */
  private static final int UNWANTED_SECONDS = 10;

  /** How long the rest of a response may take that is held as a whole. */
  private static final int WHOLE_SECONDS = 60;

  private final EventLoop loop;
  private final int mostBytes;
  private final CompletableFuture<HeldResponse> come = new CompletableFuture<>();

  private @Nullable OriginExchange exchange;
  private @Nullable HttpResponse head;
  private final Deque<ByteBuf> pieces = new ArrayDeque<>();
  private int size;
  private byte @Nullable [] content; // null unless all of it is here
  private @Nullable ResponseSink next; // takes the rest
  private boolean isEnded;
  private boolean isCancelled;
  private @Nullable OriginFailure failure; // after the beginning was given; null for none

  private HeldResponse(EventLoop loop, int mostBytes) {
    this.loop = loop;
    this.mostBytes = mostBytes;
  }

  /**
   * Asks an origin.
   *
   * @param of what is asked
   * @param mostBytes up to how many bytes of the response are held
   * @return is completed with the response once all of it has come, or more than is held; or with
   *     an {@link OriginFailure}
   */
  public static CompletableFuture<HeldResponse> begin(
      OriginClient client, HeldRequest of, int mostBytes) {
    HeldResponse response = new HeldResponse(of.loop(), mostBytes);
    if (of.loop().inEventLoop()) {
      response.start(client, of.toOrigin());
    } else {
      of.loop().execute(() -> response.start(client, of.toOrigin()));
    }
    return response.come;
  }

  /**
   * Asks an origin, and waits for the response.
   *
   * @param mostBytes up to how many bytes of the response are held
   */
  public static HeldResponse ask(OriginClient client, HeldRequest of, int mostBytes)
      throws OriginFailure {
    try {
      return begin(client, of, mostBytes).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OriginFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OriginFailure(OriginFailure.Kind.BROKEN, "the gateway stops");
    }
  }

  /**
   * Returns a response that is there as a whole.
   *
   * @param head the response's own from here on
   * @param content never changed
   */
  public static HeldResponse whole(EventLoop loop, HttpResponse head, byte[] content) {
    HeldResponse response = new HeldResponse(loop, content.length);
    response.head = head;
    response.content = content;
    response.isEnded = true;
    return response;
  }

  private void start(OriginClient client, OriginRequest request) {
    OriginExchange begun = client.begin(loop, request, new Holding());
    if (!come.isDone()) {
      exchange = begun;
    }
  }

  /** Returns the head. */
  public HttpResponse head() {
    return Objects.requireNonNull(head, "there is a head once the response has come");
  }

  /** Returns the whole content; null if it is larger than what is held. */
  public byte @Nullable [] content() {
    return content;
  }

  /** Whether the end of the connection was the end of the content, which may be missing some. */
  public boolean isEndedByClose() {
    HttpHeaders fields = head().headers();
    return !fields.contains(HttpHeaderNames.CONTENT_LENGTH)
        && !fields.contains(HttpHeaderNames.TRANSFER_ENCODING);
  }

  /**
   * Waits for all of a response whose beginning is held.
   *
   * @param mostAtAll up to how many bytes are held
   * @return the content; null if it is larger, and then it was let go of
   */
  public byte @Nullable [] whole(int mostAtAll) throws OriginFailure {
    byte[] known = content;
    if (known != null) {
      return known;
    }
    Rest rest = new Rest(mostAtAll);
    loop.execute(() -> passTo(rest, unchanged -> {}));
    try {
      return rest.come.get(WHOLE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      cancel();
      throw new OriginFailure(OriginFailure.Kind.LATE, "the rest of the response took too long");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OriginFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancel();
      throw new OriginFailure(OriginFailure.Kind.BROKEN, "the gateway stops");
    }
  }

  /**
   * Returns the content, of which the rest comes while it is read; it is closed by the caller. An
   * {@link OriginFailure} is the cause of what it throws.
   */
  public InputStream stream() {
    HeldStream stream = new HeldStream(this, loop);
    loop.execute(() -> passTo(stream, unchanged -> {}));
    return stream;
  }

  /** Holds all of a response, up to a bound. */
  private final class Rest implements ResponseSink {
    private final int mostAtAll;
    private final CompletableFuture<byte @Nullable []> come = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Rest(int mostAtAll) {
      this.mostAtAll = mostAtAll;
    }

    @Override
    public void head(HttpResponse response) {
      // The head is known already.
    }

    @Override
    public void content(ByteBuf piece) {
      if (bytes.size() + piece.readableBytes() > mostAtAll) {
        piece.release();
        cancelNow();
        come.complete(null);
        return;
      }
      byte[] copy = new byte[piece.readableBytes()];
      piece.readBytes(copy).release();
      bytes.writeBytes(copy);
    }

    @Override
    public void end() {
      come.complete(bytes.toByteArray());
    }

    @Override
    public void pause() {
      // There is nothing to send on.
    }

    @Override
    public void writable(boolean isWritable) {
      // The request is sent as a whole.
    }

    @Override
    public void failed(OriginFailure failure) {
      come.completeExceptionally(failure);
    }
  }

  /** Lets go of a response whose rest is not wanted. */
  public void cancel() {
    if (loop.inEventLoop()) {
      cancelNow();
    } else {
      loop.execute(this::cancelNow);
    }
  }

  private void cancelUnlessWanted() {
    if (next == null) {
      cancelNow();
    }
  }

  private void cancelNow() {
    isCancelled = true;
    if (exchange != null && !isEnded) {
      exchange.cancel();
    }
    pieces.forEach(ByteBuf::release);
    pieces.clear();
  }

  /** Gives what was held, and then the rest as it comes. */
  void passTo(ResponseSink sink, Consumer<HttpResponse> change) {
    if (!loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot pass the response on from another thread than its event loop's.");
    }
    change.accept(head());
    next = sink;
    sink.head(head());
    if (content != null) {
      sink.content(Unpooled.wrappedBuffer(content));
    }
    for (ByteBuf piece = pieces.poll(); piece != null; piece = pieces.poll()) {
      sink.content(piece);
    }
    if (failure != null) {
      sink.failed(failure);
    } else if (isCancelled) {
      sink.failed(new OriginFailure(OriginFailure.Kind.CUT, "the response was let go of"));
    } else if (isEnded) {
      sink.end();
    } else {
      sink.pause();
      read(true);
    }
  }

  void read(boolean more) {
    if (exchange != null && !isEnded) {
      exchange.read(more);
    }
  }

  /** Takes what comes, on the event loop. */
  private final class Holding implements ResponseSink {
    @Override
    public void head(HttpResponse response) {
      head = response;
    }

    @Override
    public void content(ByteBuf piece) {
      if (isCancelled) {
        piece.release();
      } else if (next != null) {
        next.content(piece);
      } else {
        pieces.add(piece);
        size += piece.readableBytes();
        if (size > mostBytes && !come.isDone()) {
          read(false);
          come.complete(HeldResponse.this);
          loop.schedule(HeldResponse.this::cancelUnlessWanted, UNWANTED_SECONDS, TimeUnit.SECONDS);
        }
      }
    }

    @Override
    public void end() {
      isEnded = true;
      if (next != null) {
        next.end();
      } else if (!come.isDone()) {
        content = joined();
        come.complete(HeldResponse.this);
      }
    }

    @Override
    public void pause() {
      if (next != null) {
        next.pause();
      }
    }

    @Override
    public void writable(boolean isWritable) {
      // The request is sent as a whole.
    }

    @Override
    public void failed(OriginFailure cause) {
      isEnded = true;
      failure = cause;
      if (next != null) {
        next.failed(cause);
      } else {
        cancelNow();
        come.completeExceptionally(cause);
      }
    }
  }

  private byte[] joined() {
    if (pieces.isEmpty()) {
      return NOTHING;
    }
    byte[] all = new byte[size]; // the sum of the pieces
    int at = 0;
    for (ByteBuf piece = pieces.poll(); piece != null; piece = pieces.poll()) {
      int length = piece.readableBytes();
      piece.readBytes(all, at, length);
      piece.release();
      at += length;
    }
    return all;
  }
}
