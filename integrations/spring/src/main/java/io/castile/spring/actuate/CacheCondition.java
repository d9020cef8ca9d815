package io.castile.spring.actuate;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import java.util.LinkedHashMap;
import java.util.Map;

/** What health contributors tell of a response cache, whichever Spring Boot asks for them. */
final class CacheCondition {
  private CacheCondition() {}

  /** The details, by name; walks over all entries. */
  static Map<String, Object> details(ResponseCache cache) {
    CacheStatistics statistics = cache.statistics();
    long entries = 0;
    long bytes = 0;
    long storeFailures = 0;
    for (CacheStatistics.Row row : statistics.rows()) {
      entries += row.entries();
      bytes += row.bytes();
      storeFailures += row.bypassed().getOrDefault(Bypass.STORE_FAILED, 0L);
    }
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("operations", statistics.rows().size());
    details.put("entries", entries);
    details.put("bytes", bytes);
    details.put("storeFailures", storeFailures);
    return details;
  }
}
