package io.castile.gateway.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkPeerTest {
  /** Near the place where the clock's numbers wrap around, too. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40})
  void whoDoesNotKnowTheLinkIsOfferedItOnceAMinute(long start) {
    AtomicLong clock = new AtomicLong(start);
    LinkPeer peer = new LinkPeer(clock::get);

    assertThat(peer.isOffered()).isTrue();
    peer.offered();
    assertThat(peer.isOffered()).isFalse();
    clock.addAndGet(TimeUnit.SECONDS.toNanos(59));
    assertThat(peer.isOffered()).isFalse();
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(peer.isOffered()).isTrue();
  }

  @Test
  void anOfferOfWhichNothingIsToldDoesNotCount() {
    LinkPeer peer = new LinkPeer(new AtomicLong()::get);
    peer.offered();
    assertThat(peer.isOffered()).isFalse();

    peer.toldNothing();
    assertThat(peer.isOffered()).isTrue();
  }

  @Test
  void whoHasAnsweredOverTheLinkIsOfferedItForTenMinutes() {
    AtomicLong clock = new AtomicLong();
    LinkPeer peer = new LinkPeer(clock::get);
    peer.offered();
    peer.answered();

    clock.addAndGet(TimeUnit.MINUTES.toNanos(9));
    peer.offered();
    assertThat(peer.isOffered()).isTrue();
    clock.addAndGet(TimeUnit.SECONDS.toNanos(59));
    assertThat(peer.isOffered()).isTrue();
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    peer.offered();
    assertThat(peer.isOffered()).isFalse();
  }
}
