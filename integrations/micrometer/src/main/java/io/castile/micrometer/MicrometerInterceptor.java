package io.castile.micrometer;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.CacheStatus;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.Operation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A link that counts and times calls, to be the first of its chain.
 *
 * <p>Timers {@value #CLIENT_CALLS} and {@value #SERVER_CALLS} have these tags: {@code service}, the
 * local name of the port type; {@code operation}, its local name, or {@value #UNKNOWN} where a
 * server found none; {@code outcome}, {@code response}, {@code fault} or {@code failure}; {@code
 * cache}, what the response cache did ({@link CacheStatus}). Names of operations are those of the
 * service, so that no caller can make more meters.
 *
 * <pre>{@code
 * Castile.client(Shop.class).interceptor(MicrometerInterceptor.ofClient(registry))
 * Castile.server().interceptor(MicrometerInterceptor.ofServer(registry))
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class MicrometerInterceptor implements Interceptor {
  /** The timer of a client's calls. */
  public static final String CLIENT_CALLS = "castile.client.calls";

  /** The timer of a server's calls. */
  public static final String SERVER_CALLS = "castile.server.calls";

  /** The name of the operation where the request is for none. */
  public static final String UNKNOWN = "unknown";

  private enum Outcome {
    RESPONSE,
    FAULT,
    FAILURE
  }

  /**
   * The key of a timer.
   *
   * @param operation null where there is none
   */
  private record Key(@Nullable Operation operation, Outcome outcome, CacheStatus cache) {}

  private final MeterRegistry registry;
  private final String name;
  private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

  private MicrometerInterceptor(MeterRegistry registry, String name) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.name = name;
  }

  /**
   * Returns a link for a client, before its cache.
   *
   * @param registry not closed here
   */
  public static MicrometerInterceptor ofClient(MeterRegistry registry) {
    return new MicrometerInterceptor(registry, CLIENT_CALLS);
  }

  /**
   * Returns a link for a server.
   *
   * @param registry not closed here
   */
  public static MicrometerInterceptor ofServer(MeterRegistry registry) {
    return new MicrometerInterceptor(registry, SERVER_CALLS);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    long start = System.nanoTime();
    Operation operation = null;
    Outcome outcome = Outcome.FAILURE;
    try {
      SoapResponse response = chain.proceed(request);
      operation = response.operation();
      outcome = outcome(response);
      return response;
    } catch (SoapFaultReceivedException e) {
      operation = e.response().operation();
      outcome = Outcome.FAULT;
      throw e;
    } catch (SoapException | RuntimeException e) {
      operation = operation(request);
      throw e;
    } finally {
      Key key = new Key(operation, outcome, request.exchange().cacheStatus());
      timer(key, request).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
  }

  private static Outcome outcome(SoapResponse response) {
    try {
      return response.fault() == null ? Outcome.RESPONSE : Outcome.FAULT;
    } catch (SoapMessageException e) { // as the caller will be told
      return Outcome.FAILURE;
    }
  }

  /** The operation of a request without a response; null where it is for none. */
  private static @Nullable Operation operation(SoapRequest request) {
    try {
      return request.operation();
    } catch (SoapMessageException e) {
      return null;
    }
  }

  private Timer timer(Key key, SoapRequest request) {
    Timer known = timers.get(key);
    return known != null ? known : timers.computeIfAbsent(key, added -> register(added, request));
  }

  private Timer register(Key key, SoapRequest request) {
    return Timer.builder(name)
        .description("SOAP calls")
        .tag("service", request.portTypeName().getLocalPart())
        .tag("operation", key.operation == null ? UNKNOWN : key.operation.name().getLocalPart())
        .tag("outcome", key.outcome.name().toLowerCase(Locale.ROOT))
        .tag("cache", key.cache.label())
        .register(registry);
  }

  @Override
  public String toString() {
    return "meters " + name;
  }
}
