package io.castile.bench.gateway;

import io.castile.cache.CacheStore;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;

/**
 * Castile's gateway with one event loop: says its port, then for each line how much of the heap is
 * used after a collection, and ends with its input.
 */
final class GatewayProgram {
  static final String MEMORY = "memory ";

  private static final String ALL =
      "rules: [{operation: '*', cache: true, ttl: %s, staleWhileRevalidate: %s,"
          + " maxEntryBytes: 4MiB}]";
  private static final int COLLECTIONS = 3;

  private GatewayProgram() {}

  /**
   * Runs the gateway.
   *
   * @param arguments the port of the origin; what it does: {@code cache} for an hour, {@code
   *     moment} for {@link Front.Kept#MOMENT}, {@code observe} or {@code pass}; and how many bytes
   *     it keeps
   */
  public static void main(String[] arguments) throws Exception {
    URI origin = URI.create("http://127.0.0.1:" + arguments[0]);
    GatewaySettings config = GatewaySettings.of(new ListenAddress("127.0.0.1", 0), origin);
    Gateway gateway =
        Gateway.start(
            Configs.of(config.withObserve(arguments[1].equals("observe"))),
            1,
            CacheStore.offHeap(Long.parseLong(arguments[2])));
    switch (arguments[1]) {
      case "cache" -> gateway.policy(policy("1h", "0s"));
      case "moment" -> gateway.policy(policy("1s", "1h"));
      default -> {} // caches nothing
    }
    System.out.println(OriginProgram.PORT + gateway.port());
    int read = System.in.read();
    while (read >= 0) {
      if (read == '\n') {
        System.out.println(MEMORY + usedMemory());
      }
      read = System.in.read();
    }
    System.exit(0);
  }

  private static CachePolicy policy(String ttl, String stale) {
    return CachePolicy.parse("all", ALL.formatted(ttl, stale));
  }

  /** Returns what is used of the heap and of direct memory, which has the kept messages. */
  private static long usedMemory() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + direct;
  }
}
