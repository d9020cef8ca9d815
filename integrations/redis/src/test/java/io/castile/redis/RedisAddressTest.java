package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {
  @Test
  void oneNodeIsNoCluster() {
    RedisAddress address = RedisAddress.parse("rediss://me:secret@cache:6380/2");

    assertThat(address.isCluster()).isFalse();
    RedisURI node = address.nodes().get(0);
    assertThat(node.getHost()).isEqualTo("cache");
    assertThat(node.getPort()).isEqualTo(6380);
    assertThat(node.getDatabase()).isEqualTo(2);
    assertThat(node.isSsl()).isTrue();
    assertThat(address.toString()).doesNotContain("secret");
  }

  @Test
  void severalNodesAreACluster() {
    RedisAddress address = RedisAddress.parse("redis://me:secret@a:1,b:2,c");

    assertThat(address.isCluster()).isTrue();
    assertThat(address.nodes()).extracting(RedisURI::getHost).containsExactly("a", "b", "c");
    assertThat(address.nodes()).extracting(RedisURI::getPort).containsExactly(1, 2, 6379);
    assertThat(address.nodes()).extracting(RedisAddressTest::user).containsOnly("me");
    assertThat(RedisAddress.parse("redis-cluster://a:1").isCluster()).isTrue();
  }

  private static String user(RedisURI node) {
    return node.getCredentialsProvider().resolveCredentials().block().getUsername();
  }

  @Test
  void sentinelsAreAskedForThePrimary() {
    RedisAddress address = RedisAddress.parse("redis-sentinel://a:1,b:2#main");

    assertThat(address.isCluster()).isFalse();
    assertThat(address.nodes().get(0).getSentinels()).hasSize(2);
    assertThat(address.nodes().get(0).getSentinelMasterId()).isEqualTo("main");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cache:6379",
        "http://me:secret@cache",
        "redis://",
        "redis://me:secret@",
        "redis://me:secret@a:1,,b:2",
        "redis://me:secret@a:port",
        "redis-sentinel://me:secret@:::"
      })
  void otherAddressesAreRefusedWithoutTheirPassword(String address) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RedisStore.builder(address))
        .withMessageContaining("expected")
        .withMessageNotContaining("secret");
  }
}
