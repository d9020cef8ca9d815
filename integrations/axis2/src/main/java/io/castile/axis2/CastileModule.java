package io.castile.axis2;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.ResponseCache;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.modules.Module;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.jspecify.annotations.Nullable;

/**
 * The module {@code castile} of Axis2: lets the services and the clients that it is engaged to
 * answer repeated calls from a response cache, as a cache policy says. The policy is the parameter
 * {@value #POLICY}: of the service, of its group, or of the configuration, where the nearest
 * counts. Where there is none, nothing is cached.
 *
 * <pre>{@code
 * <module ref="castile"/>
 * <parameter name="policy">conf/cache.yaml</parameter>
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class CastileModule implements Module {
  /** The name of the module. */
  public static final String NAME = "castile";

  /**
   * The name of the parameter that has the policy: the path of a file, relative to the repository;
   * or the text of a policy; or, where a program sets it, a {@link
   * io.castile.cache.policy.CachePolicy} or a {@link ResponseCache}.
   */
  public static final String POLICY = "policy";

  /**
   * The name of the parameter that says, by {@code true}, that a service sends its answers over the
   * differential link to clients that offer it.
   */
  public static final String DIFFERENTIAL = "differential";

  /** Makes the module; Axis2 does. */
  public CastileModule() {}

  /**
   * Returns the cache of a service, for its statistics and to invalidate.
   *
   * @param description of a service or an operation
   * @return null where no policy is for it
   * @throws AxisFault if its policy is none
   */
  public static @Nullable ResponseCache cache(AxisDescription description) throws AxisFault {
    return Caches.of(description).find(description);
  }

  @Override
  public void init(ConfigurationContext context, AxisModule module) {
    // What is needed is made when the module is engaged: not every Axis2 calls this.
  }

  /**
   * Reads the policy of what the module is engaged to.
   *
   * @throws AxisFault if it is none; says what, where, what was expected and found
   */
  @Override
  public void engageNotify(AxisDescription description) throws AxisFault {
    if (!(description instanceof AxisOperation)) {
      Caches.of(description).find(description);
    }
  }

  @Override
  public boolean canSupportAssertion(Assertion assertion) {
    return false;
  }

  @Override
  public void applyPolicy(Policy policy, AxisDescription description) {
    // There are no assertions of WS-Policy.
  }

  /** Lets go of what is kept. */
  @Override
  public void shutdown(ConfigurationContext context) throws AxisFault {
    Caches.of(context.getAxisConfiguration()).close();
  }

  /**
   * The caches of one configuration of Axis2: one for each parameter that has a policy. A cache
   * goes with its parameter. Thread-safe.
   */
  private static final class Caches {
    private static final String PARAMETER = Caches.class.getName();

    /** By identity: parameters of one name are equal, whatever they say. */
    private final Cache<Parameter, ResponseCache> caches =
        Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    private Caches() {}

    /** Returns the caches of the configuration that a description is of. */
    static Caches of(AxisDescription description) throws AxisFault {
      AxisConfiguration configuration =
          description instanceof AxisConfiguration whole
              ? whole
              : description.getAxisConfiguration();
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
      ModuleParameters.Found found = ModuleParameters.find(description, CastileModule.POLICY);
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
}
