package io.castile.axis2;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.ResponseCache;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The caches of one configuration of Axis2: one for each parameter that has a policy. A cache goes
 * with its parameter. Thread-safe.
 */
final class Caches {
  private static final String PARAMETER = Caches.class.getName();

  /** By identity: parameters of one name are equal, whatever they say. */
  private final Cache<Parameter, ResponseCache> caches =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  private Caches() {}

  /** Returns the caches of the configuration that a description is of. */
  static Caches of(AxisDescription description) throws AxisFault {
    AxisConfiguration configuration =
        description instanceof AxisConfiguration whole ? whole : description.getAxisConfiguration();
    synchronized (configuration) {
      if (configuration.getParameterValue(PARAMETER) instanceof Caches known) {
        return known;
      }
      Caches made = new Caches();
      configuration.addParameter(new Parameter(PARAMETER, made));
      return made;
    }
  }

  /**
   * Returns the cache by the policy that is nearest to a description.
   *
   * @return null where there is none
   * @throws AxisFault if it is none
   */
  @Nullable ResponseCache find(AxisDescription description) throws AxisFault {
    Settings.Found found = Settings.find(description, CastileModule.POLICY);
    return found == null ? null : cache(found.parameter(), found.where());
  }

  private synchronized ResponseCache cache(Parameter parameter, AxisDescription where)
      throws AxisFault {
    ResponseCache known = caches.getIfPresent(parameter);
    if (known == null) {
      known = PolicyParameter.read(parameter, where);
      caches.put(parameter, known);
    }
    return known;
  }

  /** Closes the caches that were made here; calls go on without them. */
  synchronized void close() {
    caches
        .asMap()
        .forEach(
            (parameter, cache) -> {
              if (cache != parameter.getValue()) {
                cache.close();
              }
            });
  }
}
