package io.castile;

import io.castile.cache.JCacheStore;
import io.castile.cache.ResponseCache;
import io.castile.shop.WrappedShop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;
import javax.cache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.EntryUnit;
import org.ehcache.config.units.MemoryUnit;
import org.ehcache.core.config.DefaultConfiguration;
import org.ehcache.impl.config.persistence.DefaultPersistenceConfiguration;
import org.ehcache.jsr107.EhcacheCachingProvider;

/** A cache of Ehcache in a folder, which it outlives. */
final class DiskCache implements AutoCloseable {
  private final EhcacheCachingProvider provider = new EhcacheCachingProvider();
  private final CacheManager manager;
  final Cache<String, byte[]> cache;

  DiskCache(Path folder) {
    var answers =
        CacheConfigurationBuilder.newCacheConfigurationBuilder(
                String.class,
                byte[].class,
                ResourcePoolsBuilder.newResourcePoolsBuilder()
                    .heap(10, EntryUnit.ENTRIES)
                    .disk(10, MemoryUnit.MB, true))
            .build();
    var configuration =
        new DefaultConfiguration(
            Map.of("answers", answers),
            DiskCache.class.getClassLoader(),
            new DefaultPersistenceConfiguration(folder.toFile()));
    manager = provider.getCacheManager(folder.toUri(), configuration);
    cache = manager.getCache("answers", String.class, byte[].class);
  }

  List<byte[]> values() {
    List<byte[]> values = new ArrayList<>();
    cache.forEach(entry -> values.add(entry.getValue()));
    return values;
  }

  @Override
  public void close() {
    manager.close();
    provider.close();
  }

  /**
   * Another process: makes one call with the cache in a folder. Arguments: folder, address, and
   * {@code client}, or {@code port} for a cache before the port of another stack.
   */
  public static void main(String[] arguments) throws Exception {
    try (DiskCache disk = new DiskCache(Path.of(arguments[0]));
        ResponseCache cache =
            ResponseCache.builder()
                .policy(CachedShop.minute())
                .store(JCacheStore.of(disk.cache))
                .build();
        AutoCloseable client = (AutoCloseable) client(arguments[1], arguments[2], cache)) {
      ((WrappedShop) client).echo("from another process");
      if (cache.statistics().row("echo").entries() == 0) {
        throw new AssertionError(cache.statistics());
      }
    }
  }

  private static WrappedShop client(String address, String kind, ResponseCache cache) {
    ClientBuilder<WrappedShop> client = Castile.client(WrappedShop.class).endpoint(address);
    return kind.equals("port")
        ? Castile.cached(client.build(), cache)
        : client.cache(cache).build();
  }
}
