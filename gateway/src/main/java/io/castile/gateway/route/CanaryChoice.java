package io.castile.gateway.route;

import io.castile.gateway.config.Balance;
import io.castile.gateway.config.Canary;
import io.castile.gateway.http.StickyKey;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Decides which requests go to a canary. Thread-safe. */
final class CanaryChoice {
  private final Canary canary;
  private final @Nullable StickyKey sticky; // null where requests are not told apart
  private final AtomicLong count = new AtomicLong();

  CanaryChoice(Canary canary, Balance balance) {
    this.canary = canary;
    this.sticky = StickyKey.of(balance);
  }

  /**
   * Whether a request goes there: as its field says, or by the share, of which each sender has all
   * or nothing where the route tells senders apart.
   *
   * @param fields of the request
   */
  boolean takes(HttpHeaders fields) {
    if (canary.field() != null && fields.containsValue(canary.field(), canary.value(), false)) {
      return true;
    }
    String key = sticky == null || canary.share() == 0 ? null : sticky.find(fields);
    if (key != null) {
      return StickyKey.spread(key, Canary.ALL) < canary.share();
    }
    long before = count.getAndIncrement();
    return (before + 1) * canary.share() / Canary.ALL > before * canary.share() / Canary.ALL;
  }
}
