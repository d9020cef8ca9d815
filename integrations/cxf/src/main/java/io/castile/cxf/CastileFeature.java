package io.castile.cxf;

import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lets clients and servers of CXF serve repeated calls from a response cache, as its policy says;
 * all else is as before. For a client, a server, or a bus and all that is on it.
 *
 * <pre>{@code
 * JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
 * factory.getFeatures().add(new CastileFeature(CachePolicy.load(Path.of("cache.yaml"))));
 * }</pre>
 *
 * <p>As a bean it needs one of the properties {@code cache}, {@code policy}, {@code policyFile} and
 * {@code recorder}. Where a class is named ({@code @Features}), a subclass says which in its
 * constructor.
 *
 * <p>Thread-safe once its properties are set, which is before it is first used.
 */
public class CastileFeature extends AbstractFeature implements AutoCloseable {
  private static final String NAME = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";
  private static final Pattern CLASS_NAME = Pattern.compile(NAME + "(\\." + NAME + ")*");

  private Set<String> harmless = Set.of();

  /** Guarded by this; null until it is set. */
  private @Nullable ResponseCache cache;

  /** Guarded by this; null if the cache is the application's. */
  private @Nullable ResponseCache ownCache;

  /** Makes a feature whose cache is still to be set. */
  public CastileFeature() {}

  /** Makes a feature with a cache of its own, in memory. */
  public CastileFeature(CachePolicy policy) {
    ownCache = ResponseCache.of(policy);
    cache = ownCache;
  }

  /** Makes a feature with a cache, which is not closed with the feature. */
  public CastileFeature(ResponseCache cache) {
    this.cache = Objects.requireNonNull(cache, "cache");
  }

  /**
   * Makes a feature that caches nothing, and records calls as digests, so that a cache policy can
   * be advised for them ({@link io.castile.cache.observe.Advice}). To record and to cache, set a
   * cache with a recorder.
   */
  public static CastileFeature record(CallRecorder recorder) {
    CastileFeature feature = new CastileFeature();
    feature.setRecorder(recorder);
    return feature;
  }

  /** Sets the recorder as {@link #record} does, for a bean. */
  public synchronized void setRecorder(CallRecorder recorder) {
    requireUnset();
    ownCache = ResponseCache.builder().recorder(recorder).build();
    cache = ownCache;
  }

  /** Sets the cache, which is not closed with the feature. */
  public synchronized void setCache(ResponseCache cache) {
    requireUnset();
    this.cache = Objects.requireNonNull(cache, "cache");
  }

  /** Sets the policy of a cache of its own, in memory. */
  public synchronized void setPolicy(CachePolicy policy) {
    requireUnset();
    ownCache = ResponseCache.of(policy);
    cache = ownCache;
  }

  /**
   * Sets a file for the policy of a cache of its own, in memory; the file is read now and whenever
   * it changes.
   *
   * @throws io.castile.cache.policy.PolicyException if it is no policy now
   * @throws UncheckedIOException if it cannot be read now
   */
  public synchronized void setPolicyFile(Path policyFile) {
    requireUnset();
    Objects.requireNonNull(policyFile, "policyFile");
    try {
      ownCache = ResponseCache.builder().policyFile(policyFile).build();
    } catch (IOException e) {
      throw new UncheckedIOException("the policy " + policyFile + " cannot be read", e);
    }
    cache = ownCache;
  }

  private void requireUnset() {
    if (cache != null) {
      throw new IllegalStateException(
          "Cannot set the cache twice. Set one of cache, policy, policyFile and recorder.");
    }
  }

  /**
   * Names the application's own interceptors that add nothing to requests by which the service
   * could tell callers apart, such as those that log or measure. In a client, a call whose chain
   * has any other interceptor that is not CXF's goes past the cache unless the policy states {@code
   * shared: true}.
   *
   * @param classNames full names of classes
   * @throws IllegalArgumentException if one cannot be the name of a class
   */
  public void setHarmlessInterceptors(Collection<String> classNames) {
    for (String name : Objects.requireNonNull(classNames, "classNames")) {
      if (!CLASS_NAME.matcher(Objects.requireNonNull(name, "name of a class")).matches()) {
        throw new IllegalArgumentException(
            "expected the full name of a class, found '" + name + "'");
      }
    }
    harmless = Set.copyOf(classNames);
  }

  /**
   * Returns the cache, for its statistics and to invalidate.
   *
   * @throws IllegalStateException if it is not set
   */
  public synchronized ResponseCache getCache() {
    if (cache == null) {
      throw new IllegalStateException(
          "Cannot start "
              + getClass().getName()
              + ", because it has no policy. Set its property policyFile, policy, cache or"
              + " recorder; where only a class can be named, name a subclass whose constructor does"
              + " so.");
    }
    return cache;
  }

  @Override
  public void initialize(Client client, Bus bus) {
    super.initialize(client, bus);
    new Sites(getCache()).introduce(client.getEndpoint().getService());
  }

  @Override
  public void initialize(Server server, Bus bus) {
    super.initialize(server, bus);
    new Sites(getCache()).introduce(server.getEndpoint().getService());
  }

  @Override
  protected void initializeProvider(InterceptorProvider provider, Bus bus) {
    Sites sites = new Sites(getCache());
    provider.getOutInterceptors().add(new ClientInterceptor(sites, harmless));
    provider.getInInterceptors().add(new NotModified());
    provider.getInInterceptors().add(new ServerInterceptor(sites));
    provider.getInInterceptors().add(new ResponseBytes());
  }

  /** Releases the cache if it is this feature's own; calls go on without it. */
  @Override
  public synchronized void close() {
    if (ownCache != null) {
      ownCache.close();
    }
  }
}
