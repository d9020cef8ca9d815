package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cache.HazelcastCachingProvider;
import com.hazelcast.cache.HazelcastMemberCachingProvider;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.JCacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two members of a grid of Hazelcast, as the store of two caches. */
@Tag("long")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class GridTest {
  private static final CachePolicy POLICY =
      CachePolicy.parse("grid", "rules:\n  - {cache: true, ttl: 10m}\n");

  private final List<String> served = new CopyOnWriteArrayList<>();
  private SoapServer server;
  private HazelcastInstance one;
  private HazelcastInstance other;

  @BeforeEach
  void start() throws IOException {
    server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .interceptor(
                chain -> {
                  served.add(chain.request().operation().toString());
                  return chain.proceed(chain.request());
                })
            .start();
    int first = freePort();
    one = member(first, first);
    other = member(freePort(), first);
  }

  @AfterEach
  void stop() throws Exception {
    other.shutdown();
    one.shutdown();
    server.close();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** On loopback only. */
  private static HazelcastInstance member(int port, int firstPort) {
    Config config = new Config();
    config.setClusterName("castile-" + firstPort);
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.socket.bind.any", "false");
    config.getNetworkConfig().setPort(port).setPortAutoIncrement(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    JoinConfig join = config.getNetworkConfig().getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).addMember("127.0.0.1:" + firstPort);
    return Hazelcast.newHazelcastInstance(config);
  }

  private static ResponseCache cache(HazelcastInstance member) {
    Cache<String, byte[]> answers =
        new HazelcastMemberCachingProvider()
            .getCacheManager(
                null, null, HazelcastCachingProvider.propertiesByInstanceItself(member))
            .createCache(
                "answers",
                new MutableConfiguration<String, byte[]>().setTypes(String.class, byte[].class));
    return ResponseCache.builder().policy(POLICY).store(JCacheStore.of(answers)).build();
  }

  private WrappedShop shop(ResponseCache cache) {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop")).cache(cache).build();
  }

  @Test
  void membersShareAnswersAndDropThemTogether() {
    assertThat(other.getCluster().getMembers()).hasSize(2);
    try (ResponseCache first = cache(one);
        ResponseCache second = cache(other)) {
      assertThat(shop(first).echo("grid")).isEqualTo("grid");
      assertThat(shop(second).echo("grid")).isEqualTo("grid");
      assertThat(served).hasSize(1);
      assertThat(second.statistics().row("echo").hits()).isEqualTo(1);

      second.invalidateAll();

      assertThat(shop(first).echo("grid")).isEqualTo("grid");
      assertThat(served).hasSize(2);
    }
  }

  @Test
  void answersOutliveTheMemberThatAskedForThem() {
    try (ResponseCache first = cache(one);
        ResponseCache second = cache(other)) {
      for (int i = 0; i < 20; i++) {
        shop(first).echo("" + i);
      }
      one.shutdown();

      for (int i = 0; i < 20; i++) {
        assertThat(shop(second).echo("" + i)).isEqualTo("" + i);
      }
      assertThat(served).hasSize(20);
    }
  }
}
