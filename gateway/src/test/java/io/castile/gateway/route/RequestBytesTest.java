package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requests are the same whose bytes are all the same. */
final class RequestBytesTest {
  private static final Object ROUTE = new Object();
  private static final int COLLISIONS = 1 << 12;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static RequestHead head(HttpMethod method, String target, String sender, String... all) {
    HttpHeaders fields = new DefaultHttpHeaders();
    for (int i = 0; i < all.length; i += 2) {
      fields.add(all[i], all[i + 1]);
    }
    return new RequestHead(method, target, "h", false, fields, null, null, sender);
  }

  @Test
  void everyPartThatMayDecideTellsRequestsApart() {
    HttpMethod post = HttpMethod.POST;
    RequestHead head = head(post, "/a", "ann", "X-A", "1");
    List<RequestBytes> others =
        List.of(
            RequestBytes.of(ROUTE, head, bytes("x")),
            RequestBytes.of(new Object(), head, bytes("x")),
            RequestBytes.of(ROUTE, head, bytes("y")),
            RequestBytes.of(ROUTE, head(HttpMethod.GET, "/a", "ann", "X-A", "1"), bytes("x")),
            RequestBytes.of(ROUTE, head(post, "/b", "ann", "X-A", "1"), bytes("x")),
            RequestBytes.of(ROUTE, head(post, "/a", "bob", "X-A", "1"), bytes("x")),
            RequestBytes.of(ROUTE, head(post, "/a", "ann", "X-A", "2"), bytes("x")),
            RequestBytes.of(ROUTE, head(post, "/a", "ann"), bytes("x")),
            RequestBytes.ofArguments(ROUTE, "", bytes("x")),
            RequestBytes.ofArguments(new Object(), "", bytes("x")),
            RequestBytes.ofArguments(ROUTE, "", bytes("x ")),
            RequestBytes.ofArguments(ROUTE, "/a?x", bytes("")),
            RequestBytes.ofArguments(ROUTE, "/a?y", bytes("")));

    assertThat(new HashSet<>(others)).hasSize(others.size());
    assertThat(
            RequestBytes.of(
                ROUTE, head(post, "/a", "ann", "x-a", "1", "TraceParent", "t"), bytes("x")))
        .isEqualTo(others.get(0))
        .hasSameHashCodeAs(others.get(0));
    assertThat(RequestBytes.ofArguments(ROUTE, "/a?x", bytes("")))
        .isEqualTo(others.get(11))
        .hasSameHashCodeAs(others.get(11));
  }

  /** Texts with a hash that is the same for all of them, as Java hashes texts and bytes. */
  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bits = number, i = 0; i < 12; i++, bits >>= 1) {
      text.append((bits & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  @Test
  void nobodyWithoutTheSecretSendsRequestsOfTheSameHash() {
    Set<Integer> hashes = new HashSet<>();
    Set<Integer> ofJava = new HashSet<>();
    for (int i = 0; i < COLLISIONS; i++) {
      String text = colliding(i);
      ofJava.add(text.hashCode());
      ofJava.add(Arrays.hashCode(bytes(text)) - Arrays.hashCode(new byte[text.length()]));
      hashes.add(RequestBytes.ofArguments(ROUTE, "", bytes(text)).hashCode());
      hashes.add(RequestBytes.ofArguments(ROUTE, text, bytes("")).hashCode());
    }

    assertThat(ofJava).hasSize(1);
    assertThat(hashes).hasSizeGreaterThan(2 * COLLISIONS - 100); // a few may meet by chance
  }

  @Test
  void itsWeightHasAllThatAClientChooses() {
    RequestHead head = head(HttpMethod.POST, "/" + "t".repeat(999), "ann", "X-A", "v".repeat(997));

    assertThat(RequestBytes.of(ROUTE, head, new byte[1_000]).weight()).isGreaterThan(3_000);
    assertThat(RequestBytes.ofArguments(ROUTE, "t".repeat(1_000), new byte[1_000]).weight())
        .isGreaterThan(2_000);
  }
}
