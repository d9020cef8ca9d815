package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bridge.MessageValidator;
import io.castile.bridge.MessageValidator.Invalid;
import io.castile.bridge.ProblemException;
import io.castile.cache.CacheEntry;
import io.castile.gateway.config.Validation;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds messages to the schemas of their route's description: a request that is not valid does not
 * reach the service, and a response that is not valid does not reach the client. Called on threads
 * that may wait, but for what is done {@linkplain #isSoon soon}. Thread-safe.
 */
final class ValidationStage {
  private static final Logger log = LoggerFactory.getLogger(ValidationStage.class);

  /** How large a response may be that is validated. */
  private static final int MAX_RESPONSE_BYTES = 16 << 20;

  private static final int MOST_KNOWN = 100_000;

  /** What clients are told where the schemas cannot be had; the log says why. */
  private static final String UNKNOWN =
      "the gateway cannot validate the message, as it has no schemas of the service";

  private static final long PATIENCE_SECONDS = 5;

  private static final Invalid BUSY =
      new Invalid(SoapVersion.SOAP_1_1, "as many messages are validated as may be; try again");

  private final Semaphore turns =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  /**
   * The validators that took kept messages, by the identity of what is kept; not held here, so that
   * the schemas of before a reload may go.
   */
  private final Cache<Object, MessageValidator> valid =
      Caffeine.newBuilder()
          .weakKeys()
          .weakValues()
          .maximumSize(MOST_KNOWN)
          .executor(Runnable::run)
          .build();

  /**
   * Returns the validator of a route; compiles the schemas if they have not been, which takes time.
   *
   * @return null where messages are not validated, or the schemas cannot be had
   */
  static @Nullable MessageValidator validator(Route route) {
    if (route.validation() == Validation.NONE) {
      return null;
    }
    try {
      return Objects.requireNonNull(route.description(), "description").validator();
    } catch (ProblemException e) { // which is in the log
      return null;
    }
  }

  /** Returns the validator of a route; null where there is none, or none yet. */
  static @Nullable MessageValidator knownValidator(Route route) {
    return route.validation() == Validation.NONE
        ? null
        : Objects.requireNonNull(route.description(), "description").knownValidator();
  }

  /**
   * Whether a message of a route is validated soon, if at all, so that an event loop may do it.
   *
   * @param validator the {@linkplain #knownValidator known} one
   */
  static boolean isSoon(Route route, @Nullable MessageValidator validator, int bytes) {
    return route.validation() == Validation.NONE || (validator != null && isSoon(validator, bytes));
  }

  /**
   * Whether {@link #checked} is done soon, so that an event loop may do it.
   *
   * @param validator the {@linkplain #knownValidator known} one
   */
  static boolean isCheckedSoon(
      Route route, @Nullable MessageValidator validator, HeldResponse response) {
    if (!route.validation().ofResponses()) {
      return true;
    }
    byte[] content = response.content();
    return content != null
        && isSoon(route, validator, content.length)
        && !response.head().headers().contains(HttpHeaderNames.CONTENT_ENCODING);
  }

  private static boolean isSoon(MessageValidator validator, int bytes) {
    return bytes <= JsonStage.MOST_BYTES_ON_LOOP && validator.isQuick();
  }

  /**
   * Returns the fault with which a request is refused; null for one that may go on.
   *
   * @param validator of the route; null where it has none
   * @param head of the message, whose coding and differences are undone
   * @param known of the message; null where it was not read
   */
  @Nullable HeldResponse refusal(
      Route route,
      @Nullable MessageValidator validator,
      EventLoop loop,
      RequestHead head,
      byte[] message,
      @Nullable KnownRequest known) {
    if (!route.validation().ofRequests()) {
      return null;
    }
    MediaType type = MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    SoapVersion version = Objects.requireNonNullElse(type.version(), SoapVersion.SOAP_1_1);
    if (validator == null) {
      return fault(loop, new Invalid(version, UNKNOWN), false, version);
    }
    if (known != null && known.isValidBy(validator)) {
      return null;
    }
    String field = head.fields().get(HttpHeaderNames.CONTENT_TYPE, "");
    PartPackage parts = PartPackage.isType(type) ? PartPackage.read(message, field) : null;
    byte[] document = parts == null ? message : parts.content(parts.root());
    String charset = parts == null ? type.charset() : parts.root().type().charset();
    Invalid invalid = inTurn(validator, document, () -> validator.checkRequest(document, charset));
    if (invalid == BUSY) {
      return fault(loop, new Invalid(version, BUSY.reason()), false, version);
    }
    if (invalid != null) {
      return fault(loop, invalid, true, version);
    }
    if (known != null) {
      known.validBy(validator);
    }
    return null;
  }

  /**
   * Returns a response, or the fault that takes its place.
   *
   * @param validator of the route; null where it has none
   * @param asked of the request
   * @param entry where the response is one of the cache, which is validated once; null for others
   */
  HeldResponse checked(
      Route route,
      @Nullable MessageValidator validator,
      EventLoop loop,
      MediaType asked,
      HeldResponse response,
      @Nullable CacheEntry entry)
      throws OriginFailure {
    HttpHeaders fields = response.head().headers();
    MediaType type = MediaType.parse(fields.get(HttpHeaderNames.CONTENT_TYPE));
    if (!route.validation().ofResponses() || type.version() == null) {
      return response;
    }
    if (entry != null && validator != null && valid.getIfPresent(entry.identity()) == validator) {
      return response;
    }
    SoapVersion version = Objects.requireNonNullElse(asked.version(), type.version());
    byte[] content = response.whole(MAX_RESPONSE_BYTES);
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] plain =
        content == null ? null : ContentCodings.decoded(content, coding, MAX_RESPONSE_BYTES);
    if (content == null || plain == null) {
      String expected = "expected a response of at most " + MAX_RESPONSE_BYTES + " bytes";
      return fault(
          loop,
          new Invalid(
              version,
              content == null
                  ? expected + ", found more, which cannot be validated"
                  : expected + " in a known content coding, found " + coding),
          false,
          version);
    }
    Invalid invalid =
        validator == null
            ? new Invalid(version, UNKNOWN)
            : plain.length == 0
                ? null
                : inTurn(validator, plain, () -> validator.checkResponse(plain, type.charset()));
    if (invalid != null) {
      log.warn("a fault takes the place of a response of {}: {}", route.name(), invalid.reason());
      return fault(loop, invalid, false, version);
    }
    if (entry != null && validator != null) {
      valid.put(entry.identity(), validator);
    }
    HttpResponse head =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.head().status(), fields);
    return HeldResponse.whole(loop, head, content);
  }

  /**
   * Validates when it is its turn, unless that is done soon: a pattern may take long to compare,
   * and other routes are to have a processor then.
   */
  private @Nullable Invalid inTurn(
      MessageValidator validator, byte[] message, Supplier<@Nullable Invalid> validation) {
    if (isSoon(validator, message.length)) {
      return validation.get();
    }
    boolean isTaken = false;
    try {
      isTaken = turns.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return isTaken ? validation.get() : BUSY;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return BUSY;
    } finally {
      if (isTaken) {
        turns.release();
      }
    }
  }

  private static HeldResponse fault(
      EventLoop loop, Invalid invalid, boolean isOfSender, SoapVersion version) {
    SoapFault.Code code = isOfSender ? SoapFault.Code.SENDER : SoapFault.Code.RECEIVER;
    return OwnFault.response(loop, SoapFault.of(code, invalid.reason()), version);
  }
}
