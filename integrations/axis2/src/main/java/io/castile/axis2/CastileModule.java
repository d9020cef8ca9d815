package io.castile.axis2;

import io.castile.cache.ResponseCache;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisOperation;
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
}
