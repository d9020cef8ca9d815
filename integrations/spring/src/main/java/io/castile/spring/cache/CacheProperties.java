package io.castile.spring.cache;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/** What is cached of the answers that the application's ports bring. */
@ConfigurationProperties("castile.cache")
public class CacheProperties {
  /** Whether answers are cached at all. */
  private boolean enabled = true;

  /** Where the policy is, as classpath:cache.yaml; a file is read again when it changes. */
  private @Nullable String policy;

  /** The rules of the policy, in its own words, where it is not in a place of its own. */
  private List<Map<String, Object>> rules = new ArrayList<>();

  /** What is kept in memory at most, where the store is not a bean of the application. */
  private DataSize maxSize = DataSize.ofMegabytes(64);

  /** Names of beans that go without the cache. */
  private Set<String> exclude = new LinkedHashSet<>();

  /** Interceptors of CXF, by class, that add nothing by which a service tells callers apart. */
  private List<String> harmlessInterceptors = new ArrayList<>();

  /** Whether calls are recorded as digests, for advice on a policy. */
  private boolean record;

  public boolean isEnabled() {
    return enabled;
  }

  public void setEnabled(boolean enabled) {
    this.enabled = enabled;
  }

  /** Null where the policy is in the rules. */
  public @Nullable String getPolicy() {
    return policy;
  }

  public void setPolicy(@Nullable String policy) {
    this.policy = policy;
  }

  public List<Map<String, Object>> getRules() {
    return rules;
  }

  public void setRules(List<Map<String, Object>> rules) {
    this.rules = rules;
  }

  public DataSize getMaxSize() {
    return maxSize;
  }

  public void setMaxSize(DataSize maxSize) {
    this.maxSize = maxSize;
  }

  public Set<String> getExclude() {
    return exclude;
  }

  public void setExclude(Set<String> exclude) {
    this.exclude = exclude;
  }

  public List<String> getHarmlessInterceptors() {
    return harmlessInterceptors;
  }

  public void setHarmlessInterceptors(List<String> harmlessInterceptors) {
    this.harmlessInterceptors = harmlessInterceptors;
  }

  public boolean isRecord() {
    return record;
  }

  public void setRecord(boolean record) {
    this.record = record;
  }
}
