package io.castile.gateway.edge;

import io.castile.gateway.config.RouteLimits;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the limits of a route. What tells clients apart is looked at before what all of them share,
 * so that a client beyond its own limit takes nothing from others. Thread-safe.
 */
final class RouteLimiter {
  private static final long SECOND = 1_000_000_000L;
  private static final int TOO_MANY_REQUESTS = 429; // RFC 6585 §4
  private static final int UNAVAILABLE = 503;

  private final RouteLimits limits;
  private final @Nullable RateBucket all; // null for no limit, as the others are
  private final @Nullable RateTable addresses;
  private final @Nullable RateTable certificates;
  private final @Nullable RateTable values;
  private final long start = System.nanoTime();

  RouteLimiter(RouteLimits limits) {
    this.limits = limits;
    this.all = RateBucket.of(limits.all());
    this.addresses = RateTable.of(limits.perAddress());
    this.certificates = RateTable.of(limits.perCertificate());
    this.values = RateTable.of(limits.perField());
  }

  RouteLimits limits() {
    return limits;
  }

  private long now() {
    return System.nanoTime() - start;
  }

  /**
   * Counts a request in, by its address.
   *
   * @param client null for one that is not known
   * @return the answer where it is one too many; null where it may go on
   */
  @Nullable Reply takeByAddress(@Nullable InetAddress client, Admission admission) {
    if (addresses == null) {
      return null;
    }
    RequestKey key = client == null ? RequestKey.NONE : RequestKey.of(client);
    return refusal(addresses.take(key, now(), admission), "limits.perAddress");
  }

  /**
   * The keys by which a request is counted beside its address.
   *
   * @param certificate {@link RequestKey#NONE} for none, or where none counts
   * @param value of the field, as that of the certificate
   */
  record RestKeys(RequestKey certificate, RequestKey value) {}

  RestKeys restKeys(RequestHead head) {
    String shown = certificates == null ? null : head.certificate();
    List<String> found = limits.field() == null ? List.of() : head.fields().getAll(limits.field());
    return new RestKeys(
        shown == null ? RequestKey.NONE : RequestKey.of(List.of(shown)),
        found.isEmpty() ? RequestKey.NONE : RequestKey.of(found));
  }

  /**
   * Counts a request in, by everything but its address.
   *
   * @return the answer where it is one too many; null where it may go on
   */
  @Nullable Reply takeByRest(RestKeys keys, Admission admission) {
    long now = now();
    if (certificates != null) {
      long wait = certificates.take(keys.certificate, now, admission);
      Reply refusal = refusal(wait, "limits.perCertificate");
      if (refusal != null) {
        return refusal;
      }
    }
    if (values != null) {
      Reply refusal = refusal(values.take(keys.value, now, admission), "limits.perField");
      if (refusal != null) {
        return refusal;
      }
    }
    return all == null ? null : ofAll(admission.take(all, now));
  }

  private static @Nullable Reply refusal(long wait, String word) {
    if (wait == 0) {
      return null;
    }
    String text =
        wait == RateBucket.BUSY
            ? "as many requests of this client are under way as may be"
            : "more requests of this client came than may";
    return reply(TOO_MANY_REQUESTS, text + " (" + word + " of the route)", wait);
  }

  private static @Nullable Reply ofAll(long wait) {
    if (wait == 0) {
      return null;
    }
    String text =
        wait == RateBucket.BUSY
            ? "as many requests are under way as may be"
            : "more requests came than may";
    return reply(UNAVAILABLE, text + " (limits of the route)", wait);
  }

  private static Reply reply(int status, String text, long wait) {
    Reply reply = Reply.ofText(status, text);
    long seconds = Math.max(1, (wait + SECOND - 1) / SECOND);
    reply.fields().set(HttpHeaderNames.RETRY_AFTER, Long.toString(seconds));
    return reply;
  }
}
