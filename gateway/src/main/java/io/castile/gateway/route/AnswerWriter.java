package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.Bypass;
import io.castile.cache.CacheEntry;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.Reply;
import io.castile.gateway.soap.AnswerForm;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.gateway.soap.Question;
import io.castile.soap.Headers;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes answers of the cache, and says of them that they are such. Thread-safe. */
final class AnswerWriter {
  static final AsciiString CACHE_STATUS = AsciiString.cached("cache-status");
  private static final String HIT = "Castile; hit";
  private static final String MISS = "Castile; fwd=miss";
  private static final String BYPASS = "Castile; fwd=bypass; detail=";
  private static final String COLLAPSED = MISS + "; collapsed";

  /** Less is not worth compressing. */
  private static final int MIN_COMPRESSED_BYTES = 1_024;

  /** The fields that are of the message, or of how it came, and are written again. */
  private static final List<AsciiString> OF_CONTENT =
      List.of(
          HttpHeaderNames.AGE,
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.CONTENT_ENCODING,
          HttpHeaderNames.TRANSFER_ENCODING);

  private final CompressedAnswers compressed;
  private final InstantSource clock;

  /** The forms of addressed responses, by their entry. */
  private final Cache<CacheEntry, AnswerForm> forms =
      Caffeine.newBuilder().weakKeys().maximumSize(100_000).executor(Runnable::run).build();

  /**
   * @param executor compresses messages
   * @param clock by which answers become old
   */
  AnswerWriter(Executor executor, InstantSource clock) {
    this.compressed = new CompressedAnswers(executor);
    this.clock = clock;
  }

  /**
   * Returns an answer as a response, to be passed on; null if it is kept no more.
   *
   * @param fields of the message that is answered, without what is of the link
   */
  @Nullable HeldResponse held(IncomingRequest request, HttpHeaders fields, Answer answer) {
    if (answer instanceof Answer.Given given) {
      tellMiss(request, given);
      return given.response();
    }
    Reply reply;
    if (answer instanceof Answer.Kept kept) {
      byte[] message = kept.body().bytes();
      reply =
          message == null
              ? null
              : kept(fields, request.question(), kept, new Answer.InHeap(message));
    } else {
      reply = ((Answer.Own) answer).reply();
    }
    if (reply == null) {
      return null;
    }
    HttpResponse head =
        new DefaultHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), reply.fields());
    return HeldResponse.whole(request.held().loop(), head, reply.content());
  }

  /**
   * Gives an answer to the client.
   *
   * @return false if it is kept no more; then nothing was written
   */
  boolean write(IncomingRequest request, Answer answer) {
    FrontExchange exchange = request.exchange();
    if (answer instanceof Answer.Kept kept) {
      Reply reply = kept(request.head().fields(), request.question(), kept, kept.body());
      if (reply == null) {
        return false;
      }
      exchange.respond(reply);
    } else if (answer instanceof Answer.Given given) {
      tellMiss(request, given);
      write(exchange, given.response());
    } else {
      exchange.respond(((Answer.Own) answer).reply());
    }
    return true;
  }

  private static void tellMiss(IncomingRequest request, Answer.Given given) {
    GatewayCall call = request.call();
    if (call == null) {
      return;
    }
    HttpHeaders fields = given.response().head().headers();
    Bypass bypass = call.bypass();
    fields.add(CACHE_STATUS, bypass == null ? MISS : BYPASS + bypass.word());
    if (call.isBroken() && given.response().isEndedByClose()) {
      // Not with a length: the client is to see, too, that more may have been meant to come.
      fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
  }

  /** Gives a response to the client that has asked. */
  static void write(FrontExchange exchange, HeldResponse response) {
    byte[] content = response.content();
    HttpHeaders fields = response.head().headers();
    if (content == null || fields.contains(HttpHeaderNames.CONNECTION)) {
      exchange.forward(response, head -> {});
      return;
    }
    fields.remove(HttpHeaderNames.TRANSFER_ENCODING);
    exchange.respond(new Reply(response.head().status().code(), fields, content));
  }

  /** The response with a message that is kept; null if the message is gone. */
  private @Nullable Reply kept(
      HttpHeaders request, Question question, Answer.Kept kept, Answer.Body body) {
    HttpHeaders fields = new DefaultHttpHeaders(false); // they were checked when they came
    Headers stored = kept.entry().fields();
    for (int i = 0; i < stored.size(); i++) {
      if (!isOfContent(stored.name(i))) {
        fields.add(stored.name(i), stored.value(i));
      }
    }
    fields.set(HttpHeaderNames.AGE, Long.toString(kept.entry().age(clock.instant()).toSeconds()));
    fields.set(CACHE_STATUS, status(kept));
    Question.Addressing addressing = question.addressing();
    if (addressing != null) {
      byte[] message = body.bytes();
      return message == null
          ? null
          : new Reply(200, fields, related(kept.entry(), message, addressing));
    }
    if (body.size() >= MIN_COMPRESSED_BYTES && !hasParts(fields)) {
      fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      List<String> codings = ContentCodings.accepted(request);
      byte[] content =
          codings.isEmpty() ? null : compressed.find(kept.entry(), body, codings.get(0));
      if (content != null) {
        fields.set(HttpHeaderNames.CONTENT_ENCODING, codings.get(0));
        weaken(fields);
        return new Reply(200, fields, content);
      }
    }
    return body.reply(fields);
  }

  /** Whether a message is one of parts, which are compressed themselves, mostly. */
  private static boolean hasParts(HttpHeaders fields) {
    return PartPackage.isType(MediaType.parse(fields.get(HttpHeaderNames.CONTENT_TYPE)));
  }

  /** RFC 9211 §2. */
  private static String status(Answer.Kept kept) {
    if (kept.isCollapsed()) {
      return COLLAPSED;
    }
    return kept.stale() == null ? HIT : HIT + "; detail=stale-" + kept.stale();
  }

  /** The tag of other bytes that say the same (RFC 9110 §8.8.3). */
  static void weaken(HttpHeaders fields) {
    String tag = fields.get(HttpHeaderNames.ETAG);
    if (tag != null && !tag.startsWith("W/")) {
      fields.set(HttpHeaderNames.ETAG, "W/" + tag);
    }
  }

  private static boolean isOfContent(String name) {
    for (AsciiString each : OF_CONTENT) {
      if (each.contentEqualsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  private byte[] related(CacheEntry of, byte[] message, Question.Addressing addressing) {
    AnswerForm form =
        forms.get(
            of,
            entry ->
                AnswerForm.of(
                    message, MediaType.parse(entry.fields().get("content-type")).charset()));
    return form.relatedTo(addressing.messageId(), message);
  }

  /**
   * Kept answers in the codings in which clients want them, each compressed once. Bounded;
   * thread-safe.
   */
  private static final class CompressedAnswers {
    private static final long MAX_BYTES = 64L << 20;

    private final Executor executor;

    /** The known contents by coding, and by the content of the entry that is compressed. */
    private final Map<String, Cache<Object, byte[]>> known;

    /**
     * @param executor compresses messages
     */
    CompressedAnswers(Executor executor) {
      this.executor = executor;
      long each = MAX_BYTES / ContentCodings.available().size();
      this.known =
          ContentCodings.available().stream()
              .collect(Collectors.toUnmodifiableMap(coding -> coding, coding -> cache(each)));
    }

    private static Cache<Object, byte[]> cache(long bytes) {
      return Caffeine.newBuilder()
          .weakKeys()
          .maximumWeight(bytes)
          .weigher((Object identity, byte[] content) -> content.length)
          .executor(Runnable::run)
          .build();
    }

    /**
     * Returns a message in a coding if it is there already; else it is compressed for the next
     * caller.
     *
     * @param entry has the message
     * @param body of the entry
     * @param coding one of {@link ContentCodings#available}
     */
    byte @Nullable [] find(CacheEntry entry, Answer.Body body, String coding) {
      Cache<Object, byte[]> ofCoding = known.get(coding);
      if (ofCoding == null) {
        throw new IllegalArgumentException(
            "Cannot use content coding " + coding + ", because it is not available.");
      }
      Object identity = entry.identity();
      byte[] content = ofCoding.getIfPresent(identity);
      if (content == null) {
        try {
          executor.execute(() -> compress(ofCoding, identity, body, coding));
        } catch (RejectedExecutionException e) {
          return null; // another time
        }
      }
      return content;
    }

    private static void compress(
        Cache<Object, byte[]> known, Object identity, Answer.Body body, String coding) {
      byte[] message = body.bytes();
      if (message != null) {
        known.put(identity, ContentCodings.encoded(message, coding));
      }
    }
  }
}
