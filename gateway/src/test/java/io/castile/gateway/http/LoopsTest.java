package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

/** What event loops have of origins. */
final class LoopsTest {
  private static Origin origin(int port) {
    return new Origin(URI.create("http://127.0.0.1:" + port), null);
  }

  @Test
  void aPoolStaysForItsOrigin() {
    try (Loops loops = new Loops(1)) {
      Loops.LoopState loop = loops.state(loops.next());
      Origin origin = origin(1);

      assertThat(loop.pool(origin)).isSameAs(loop.pool(origin));
    }
  }

  @Test
  void poolsOfOriginsThatAreNotUsedAnyMoreAreForgotten() {
    try (Loops loops = new Loops(1)) {
      Loops.LoopState loop = loops.state(loops.next());
      for (int port = 1; port <= 100; port++) { // as a configuration with another origin each time
        loop.pool(origin(port)).take(false);
      }

      assertThat(loop.pools).hasSize(1);
    }
  }
}
