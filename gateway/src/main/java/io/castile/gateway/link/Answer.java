package io.castile.gateway.link;

import io.castile.cache.CacheEntry;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.Reply;
import org.jspecify.annotations.Nullable;

/** An answer, as the gateway's call has it. */
sealed interface Answer {
  /**
   * An answer that is kept.
   *
   * @param message never changed
   * @param entry that has it
   * @param stale why it is given though it is stale, as RFC 5861 names it; null where it is fresh
   * @param isCollapsed whether the call has waited for it while another one asked the origin
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Kept(byte[] message, CacheEntry entry, @Nullable String stale, boolean isCollapsed)
      implements Answer {}

  /** An answer that the origin has just given. */
  record Given(HeldResponse response) implements Answer {}

  /** An answer of the gateway's own. */
  record Own(Reply reply) implements Answer {}
}
