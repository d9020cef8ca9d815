package io.castile.papers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Documents;
import io.castile.delta.Ratings;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PaperSharedCacheTest {
  private static final int MAX_BYTES = 1 << 20;
  private static final int APPLICATIONS = 3;

  @Property(tries = 400)
  void everyApplicationGetsItsMessages(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    SplittableRandom random = new SplittableRandom(seed);
    PaperSharedCache cache =
        new PaperSharedCache(random.nextInt(1, 20_000), random.nextInt(1, 4_000));
    PaperLink[] clients = clients();
    Documents.Node first = documents.document();
    Documents.Node document = first;
    for (int i = 0; i < 12; i++) {
      int client = random.nextInt(APPLICATIONS);
      document = random.nextInt(4) == 0 ? first : documents.edited(document);
      byte[] message = document.bytes();

      byte[] body = cache.encode("application " + client, message);

      assertThat(clients[client].decode(body, MAX_BYTES)).isEqualTo(message);
    }
  }

  private static PaperLink[] clients() {
    PaperLink[] clients = new PaperLink[APPLICATIONS];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = PaperLink.of(PaperLink.Updates.ELEMENTS, false);
    }
    return clients;
  }

  @Test
  void anElementIsKeptOnceForAllApplications() {
    PaperSharedCache cache = new PaperSharedCache(1 << 20, 1 << 20);
    byte[] message = new Ratings().message();
    cache.encode("a", message);
    int size = cache.size();
    cache.encode("b", message);

    assertThat(size).isEqualTo(Ratings.COUNT);
    assertThat(cache.size()).isEqualTo(size);
  }

  @Test
  void whatAnApplicationHasIsLeftOutWhoeverElseAsks() {
    PaperSharedCache cache = new PaperSharedCache(1 << 20, 1 << 20);
    byte[] message = message("1", "2");
    assertThat(cache.encode("a", message)).hasSizeGreaterThan(message.length);
    assertThat(cache.encode("b", message)).hasSizeGreaterThan(message.length);

    int none = cache.encode("a", message).length;
    assertThat(none).isLessThan(message.length / 2);
    assertThat(cache.encode("b", message)).hasSize(none);

    byte[] other = message("1", "3");
    int one = cache.encode("a", other).length;
    assertThat(one).isBetween(none + 1, message.length - 1);
    assertThat(cache.encode("b", other)).hasSize(one); // though it is in the cache now
    assertThat(cache.encode("b", other)).hasSize(none);
  }

  @Test
  void whatCameBackToAnOldValueIsSentAsThePaperSays() throws Exception {
    PaperSharedCache cache = new PaperSharedCache(1 << 20, 1 << 20);
    byte[] message = message("1", "2");
    PaperLink client = PaperLink.of(PaperLink.Updates.ELEMENTS, false);
    client.decode(cache.encode("a", message), MAX_BYTES);
    cache.encode("b", message("1", "3"));
    cache.encode("b", message);

    byte[] body = cache.encode("a", message);

    assertThat(new String(body, UTF_8)).contains("<v>2</v>").doesNotContain("<v>1</v>");
    assertThat(client.decode(body, MAX_BYTES)).isEqualTo(message);
  }

  @Test
  void elementsAreBoundedByTheirBytes() {
    PaperSharedCache cache = new PaperSharedCache(5000, 1 << 20);
    byte[] message = new Ratings().message();
    byte[] whole = cache.encode("a", message);
    assertThat(whole).hasSizeGreaterThan(message.length);
    assertThat(cache.size()).isBetween(1, 5000 / 96);
    assertThat(new PaperSharedCache(1, 1).encode("a", message)).isEqualTo(whole);
  }

  @Test
  void whoeverIsForgottenGetsTheWholeMessage() {
    PaperSharedCache cache = new PaperSharedCache(1000, 300); // of one reply
    byte[] message = message("1", "2");
    cache.encode("a", message);
    cache.forget("a");
    assertThat(cache.encode("a", message)).hasSizeGreaterThan(message.length);
    assertThat(cache.encode("a", message)).hasSizeLessThan(message.length);
    cache.encode("b", message); // in whose favour the other one is forgotten
    assertThat(cache.encode("a", message)).hasSizeGreaterThan(message.length);
  }

  private static byte[] message(String one, String other) {
    return ("<l><i><k>a</k><v>" + one + "</v></i><i><k>b</k><v>" + other + "</v></i></l>")
        .getBytes(UTF_8);
  }
}
