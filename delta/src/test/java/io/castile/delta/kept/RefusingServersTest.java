package io.castile.delta.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long, and of how many servers, it is known that they refuse codings. */
class RefusingServersTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // runs over
  private final RefusingServers servers = new RefusingServers(now::get);

  @Test
  void refusalsAreForgottenAfterSomeTime() {
    assertThat(servers.contains("a")).isFalse();
    assertThat(servers.add("a")).isTrue();
    assertThat(servers.contains("a")).isTrue();
    assertThat(servers.contains("b")).isFalse();
    now.addAndGet(RefusingServers.MEMORY.toNanos() - 1);
    assertThat(servers.contains("a")).isTrue();
    now.incrementAndGet();
    assertThat(servers.contains("a")).isFalse();
    assertThat(servers.add("a")).isFalse(); // told already
    assertThat(servers.contains("a")).isTrue();
  }

  @Test
  void whoIsKnownLongestIsForgottenWhereThereAreTooMany() {
    for (int i = 0; i <= RefusingServers.MAX_ENDPOINTS; i++) {
      assertThat(servers.add("server " + i)).isTrue();
    }
    assertThat(servers.contains("server 0")).isFalse();
    assertThat(servers.contains("server 1")).isTrue();
    assertThat(servers.contains("server " + RefusingServers.MAX_ENDPOINTS)).isTrue();
  }
}
