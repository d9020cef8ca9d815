package io.castile.gateway;

import io.castile.bridge.DescribedService;
import io.castile.cache.CacheStatistics;
import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.observe.Recording;
import io.castile.cache.observe.internal.OperationText;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.FleetPolicy;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.gateway.admin.AdminListener;
import io.castile.gateway.admin.GatewayView;
import io.castile.gateway.admin.GatewayView.Reload;
import io.castile.gateway.config.ConfigChanges;
import io.castile.gateway.config.EdgeRules;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenerConfig;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.edge.FileWatch;
import io.castile.gateway.edge.RouteEdge;
import io.castile.gateway.edge.Watched;
import io.castile.gateway.edge.WatchedFiles;
import io.castile.gateway.http.FailureLog;
import io.castile.gateway.http.FrontServer;
import io.castile.gateway.http.Loops;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.internal.Configs;
import io.castile.gateway.internal.Origins;
import io.castile.gateway.meter.Meters;
import io.castile.gateway.pair.LinkClient;
import io.castile.gateway.pair.LinkServer;
import io.castile.gateway.route.AccessLog;
import io.castile.gateway.route.GatewayHandler;
import io.castile.gateway.route.HealthChecks;
import io.castile.gateway.route.ProbeAnswers;
import io.castile.gateway.route.Route;
import io.castile.gateway.trace.Tracing;
import io.castile.gateway.trace.internal.RequestTracing;
import io.castile.gateway.warm.WarmUp;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A caching reverse proxy in front of SOAP services. It answers what its cache policy lets it
 * answer, and passes everything else as it comes. Thread-safe.
 *
 * <pre>{@code
 * try (Gateway gateway = Gateway.start(GatewayConfig.load(Path.of("gateway.yaml")))) {
 *   System.out.println("listening on port " + gateway.port());
 *   Thread.currentThread().join();
 * }
 * }</pre>
 */
public final class Gateway implements AutoCloseable {
  static {
    Origins.HEALTH.readBy(Gateway::origins);
  }

  private static final Logger log = LoggerFactory.getLogger(Gateway.class);
  private static final int IDLE_THREAD_SECONDS = 30;

  /** Within which requests name most operations that they ever do. */
  private static final Duration NAMES_PAUSE = Duration.ofMinutes(3);

  private final Loops loops;
  private final ResponseCache cache;
  private final @Nullable FleetPolicy fleetPolicy; // null where the policy is not of the store
  private final ThreadPoolExecutor executor;
  private final FrontServer server;
  private final LinkClient linkClient;
  private final LinkServer linkServer;
  private final GatewayHandler handler;
  private final HealthChecks healthChecks;
  private final FileWatch files = new FileWatch();
  private final FileWatch descriptions = new FileWatch(); // which may wait for servers
  private final List<WatchedFiles<SslContext>> tls = new ArrayList<>(); // of listeners that have it
  private final @Nullable WatchedFiles<SslContext> adminTls; // null for plain HTTP
  private final @Nullable CallRecorder recorder; // null for none
  private final @Nullable AccessLog accessLog; // null for none
  private final @Nullable RequestTracing tracing; // null for none
  private final @Nullable AdminListener admin; // null for none
  private final Meters meters = new Meters();
  private final View view = new View();
  private final DescribedRoutes described;
  private final List<Integer> ports = new ArrayList<>(); // of listeners, in their order
  private final GatewaySettings started;
  private volatile State state;
  private volatile Reload reload = Reload.NONE;
  private volatile boolean isListening;
  private final AtomicBoolean isSaved = new AtomicBoolean(true); // until they are restored
  private volatile @Nullable WarmUp warmUp; // null before it begins, and where there is none

  /** The state that may be replaced while calls are under way. */
  private record State(
      GatewaySettings config, GatewayHandler.Setup setup, FrontServer.Settings settings) {}

  /**
   * @param clock by which answers become old and calls are recorded; null for the system's
   * @param failures is told of those of origins; null for none
   */
  private Gateway(
      GatewaySettings config,
      int loopCount,
      CacheStore store,
      @Nullable RequestTracing tracing,
      @Nullable InstantSource clock,
      @Nullable FailureLog failures)
      throws IOException {
    this.tracing = tracing;
    this.started = config;
    this.state = state(config, null, view::isReady);
    this.adminTls =
        config.admin() == null ? null : TlsContexts.watched(config.admin().tls(), List.of());
    this.accessLog = config.accessLog() == null ? null : new AccessLog(config.accessLog());
    this.recorder = config.observe() ? GatewayHandler.recorder() : null;
    this.fleetPolicy = config.policyOfStore() ? fleetPolicy(store) : null;
    this.cache = cache(config, store, clock);
    this.loops = new Loops(loopCount);
    this.executor =
        new ThreadPoolExecutor(
            0,
            config.limits().waiting(),
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Gateway::thread);
    OriginClient client =
        new OriginClient(
            loops, () -> state.config.timeouts(), () -> state.config.limits(), failures);
    int linkedBytes = config.limits().inspectedBytes();
    this.linkClient = new LinkClient(client, link(linkedBytes), linkedBytes);
    this.linkServer = new LinkServer(link(linkedBytes), linkedBytes);
    this.handler =
        new GatewayHandler(
            cache,
            client,
            executor,
            () -> state.setup,
            linkClient,
            linkServer,
            meters,
            recorder,
            accessLog,
            tracing,
            clock == null ? InstantSource.system() : clock);
    this.described =
        new DescribedRoutes(
            () -> state.setup.routes(), cache::policy, () -> handler.compareNames(true));
    this.server = new FrontServer(loops, handler, () -> state.settings);
    this.healthChecks = new HealthChecks(loops);
    boolean listens = false;
    try {
      restore();
      for (ListenerConfig each : config.listeners()) {
        ports.add(server.listen(each, contexts(tls(each))));
      }
      isListening = true;
      this.admin =
          config.admin() == null
              ? null
              : new AdminListener(config.admin(), loops, contexts(adminTls), view);
      if (fleetPolicy != null) {
        fleetPolicy.follow(cache::policy); // until the store is closed
      }
      healthChecks.hold(state.setup.routes(), config.limits());
      files.hold(watched());
      descriptions.hold(described.watched());
      loops.every(NAMES_PAUSE, this::compareNamesLater);
      listens = true;
    } finally {
      if (!listens) {
        releaseCalls();
      }
    }
  }

  private @Nullable WatchedFiles<SslContext> tls(ListenerConfig listener) throws IOException {
    WatchedFiles<SslContext> made =
        TlsContexts.watched(listener.tls(), FrontServer.protocols(listener.http2()));
    if (made != null) {
      tls.add(made);
    }
    return made;
  }

  private static @Nullable Supplier<SslContext> contexts(@Nullable WatchedFiles<SslContext> tls) {
    return tls == null ? null : tls::value;
  }

  /** Returns the files that are read again when they change. */
  private List<Watched> watched() {
    Set<Watched> all = new LinkedHashSet<>(tls);
    if (adminTls != null) {
      all.add(adminTls);
    }
    if (admin != null) {
      all.addAll(admin.files());
    }
    for (Route route : state.setup.routes()) {
      if (route.edge() != null) {
        all.addAll(route.edge().watched());
      }
      if (route.security() != null) {
        all.add(route.security());
      }
    }
    return List.copyOf(all);
  }

  private void compareNamesLater() {
    try {
      executor.execute(this::compareNames);
    } catch (RejectedExecutionException e) {
      log.debug("the names in the policy are compared later: {}", e.getMessage());
    }
  }

  /** Compares the names in the policy with those of routes, and of requests that have come. */
  void compareNames() {
    try {
      handler.compareNames(false);
    } catch (RuntimeException e) {
      log.warn("the names in the policy cannot be compared: {}", e.toString());
    }
  }

  /** An end of the differential link, which puts no codings of others on what it sends. */
  private static Differential link(int mostBytes) {
    return Differential.of(
        DifferentialOptions.builder().codings(false).maxMessageBytes(mostBytes).build());
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "castile-gateway-call");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a gateway, with an event loop for each processor.
   *
   * @throws IOException if it cannot listen, or a file cannot be read
   * @throws io.castile.cache.policy.PolicyException if the policy is none
   */
  public static Gateway start(GatewayConfig config) throws IOException {
    return start(config.settings());
  }

  static Gateway start(GatewaySettings config) throws IOException {
    return start(config, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Starts a gateway with a number of event loops.
   *
   * @param loops 1 or more
   */
  public static Gateway start(GatewayConfig config, int loops) throws IOException {
    return start(config.settings(), loops);
  }

  static Gateway start(GatewaySettings config, int loops) throws IOException {
    return start(config, loops, memory(config));
  }

  /**
   * Starts a gateway with a store of responses, such as one that a fleet shares.
   *
   * @param store closed with the gateway
   * @throws IllegalArgumentException if the policy is to be the store's, and it keeps none
   */
  public static Gateway start(GatewayConfig config, int loops, CacheStore store)
      throws IOException {
    return start(config.settings(), loops, store);
  }

  static Gateway start(GatewaySettings config, int loops, CacheStore store) throws IOException {
    return start(config, loops, store, null, WarmUpGateway.like(config), WarmUp.AT_MOST);
  }

  /**
   * Starts a gateway with tracing.
   *
   * @param tracing closed with the gateway; {@code OpenTelemetryTracing} of {@code castile-tracing}
   *     makes it
   * @throws IllegalArgumentException if the tracing is of another class
   */
  public static Gateway start(GatewayConfig config, int loops, CacheStore store, Tracing tracing)
      throws IOException {
    GatewaySettings settings = config.settings();
    RequestTracing traced = RequestTracing.of(tracing);
    return start(settings, loops, store, traced, WarmUpGateway.like(settings), WarmUp.AT_MOST);
  }

  private static Gateway start(
      GatewaySettings config,
      int loops,
      CacheStore store,
      @Nullable RequestTracing tracing,
      WarmUp.Opener opener,
      Duration atMost)
      throws IOException {
    Gateway gateway = new Gateway(config, loops, store, tracing, null, new FailureLog());
    if (warmsUp(config)) {
      gateway.warmUp = WarmUp.start(opener, atMost);
    }
    return gateway;
  }

  private static boolean warmsUp(GatewaySettings config) {
    return Boolean.TRUE.equals(config.warmUp());
  }

  /** Starts a gateway whose warm-up goes to one that a test opens, and may take a minute. */
  static Gateway start(GatewaySettings config, WarmUp.Opener opener) throws IOException {
    CacheStore store = memory(config);
    return start(config, 1, store, null, opener, Duration.ofMinutes(1));
  }

  /** Starts a gateway that serves only a warm-up: it has no log of failures. */
  static Gateway ofWarmUp(GatewaySettings config, CachePolicy policy) throws IOException {
    CacheStore store = memory(config);
    Gateway gateway = new Gateway(config, 1, store, null, null, null);
    gateway.policy(policy);
    return gateway;
  }

  /** Starts a gateway in whose time a test has hours pass. */
  static Gateway start(GatewaySettings config, InstantSource clock) throws IOException {
    CacheStore store = memory(config);
    return new Gateway(config, 1, store, null, clock, new FailureLog());
  }

  /** Returns the store in memory that a configuration describes. */
  public static CacheStore memory(GatewayConfig config) {
    return memory(config.settings());
  }

  static CacheStore memory(GatewaySettings config) {
    return config.cacheFile() == null
        ? CacheStore.offHeap(config.cacheBytes())
        : CacheStore.savable(config.cacheBytes());
  }

  private static FleetPolicy fleetPolicy(CacheStore store) {
    FleetPolicy policy = store.policies();
    if (policy == null) {
      throw new IllegalArgumentException(
          "Cannot share the policy in a fleet, because the store is not shared: " + store);
    }
    return policy;
  }

  private static ResponseCache cache(
      GatewaySettings config, CacheStore store, @Nullable InstantSource clock) throws IOException {
    ResponseCache.Builder builder = ResponseCache.builder().store(store);
    if (clock != null) {
      builder.clock(clock);
    }
    Path policy = config.policy();
    ResponseCache cache = (policy == null ? builder : builder.policyFile(policy)).build();
    if (config.cacheFile() != null && !cache.isSavable()) {
      throw new IllegalArgumentException(
          "Cannot use cacheFile, because the store cannot be saved: " + store);
    }
    return cache;
  }

  // ---- configuration ----

  /**
   * Replaces the configuration for every request that begins afterwards: routes, timeouts, limits,
   * trusted proxies, and whether the link is offered to clients. Everything else stays as it was
   * when the gateway started.
   *
   * @return the settings that are others now and take effect only when the gateway starts again;
   *     the log and the console have them, too
   * @throws IOException if a file cannot be read; then the old configuration stays
   */
  public List<String> reconfigure(GatewayConfig config) throws IOException {
    return reconfigure(config.settings());
  }

  synchronized List<String> reconfigure(GatewaySettings config) throws IOException {
    State wanted = state(config, state, view::isReady);
    healthChecks.hold(wanted.setup.routes(), config.limits());
    state = wanted;
    executor.setMaximumPoolSize(config.limits().waiting());
    files.hold(watched());
    descriptions.hold(described.watched());
    List<String> afterRestart = ConfigChanges.afterRestart(started, config);
    reload = new Reload(Instant.now(), afterRestart, null, null);
    log.info(
        "the configuration was read again{}",
        afterRestart.isEmpty()
            ? ""
            : "; these settings take effect only when the gateway starts again: "
                + String.join(", ", afterRestart));
    return afterRestart;
  }

  /**
   * Notes for log and console that another configuration was not taken.
   *
   * @param why with file, line and column where there is one
   */
  public synchronized void refusedConfiguration(String why) {
    reload = new Reload(reload.read(), reload.afterRestart(), Instant.now(), why);
    log.warn("the configuration stays as it was: {}", why);
  }

  /** Returns the configuration that holds now. */
  public GatewayConfig config() {
    return Configs.of(state.config);
  }

  GatewaySettings settings() {
    return state.config;
  }

  /** Origins that stay keep their connections and their health, limits that stay their counts. */
  private static State state(
      GatewaySettings config, @Nullable State before, BooleanSupplier isReady) throws IOException {
    Map<RouteConfig, Route> old = new HashMap<>();
    if (before != null) {
      before.setup.routes().forEach(route -> old.put(ofOrigins(route.config()), route));
    }
    RouteOrigins known = new RouteOrigins(old.values());
    List<RouteEdge> edges = new ArrayList<>();
    old.values().stream().map(Route::edge).filter(Objects::nonNull).forEach(edges::add);
    List<Route> routes = new ArrayList<>();
    for (RouteConfig each : config.routes()) {
      Route route = route(each, old.get(ofOrigins(each)), edges, known);
      routes.add(route);
      if (route.edge() != null) {
        edges.add(route.edge());
      }
    }
    return new State(
        config,
        new GatewayHandler.Setup(
            List.copyOf(routes),
            config.limits(),
            config.link(),
            config.trustedProxies(),
            new ProbeAnswers(config.probes(), isReady)),
        new FrontServer.Settings(config.limits(), config.timeouts(), config.trustedProxies()));
  }

  /** The part of a route that says how its origins are asked. */
  private static RouteConfig ofOrigins(RouteConfig route) {
    return route.withEdge(EdgeRules.NONE);
  }

  /**
   * @param before has the same origins; null for none
   * @param edges those of other routes
   * @param known origins of the routes before
   */
  private static Route route(
      RouteConfig config, @Nullable Route before, List<RouteEdge> edges, RouteOrigins known)
      throws IOException {
    if (before != null && before.config().equals(config)) {
      return before;
    }
    RouteEdge edge = RouteEdge.of(config.edge(), before == null ? null : before.edge(), edges);
    if (before != null) {
      return before.with(config, edge);
    }
    return known.route(config, edge);
  }

  // ---- what it does ----

  /** Returns the port on which it listens, that of the first listener if there are several. */
  public int port() {
    return ports.get(0);
  }

  /** Returns the ports on which it listens, in the order of the listeners. */
  public List<Integer> ports() {
    return List.copyOf(ports);
  }

  /** Returns the port of the admin listener; empty if there is none. */
  public OptionalInt adminPort() {
    return admin == null ? OptionalInt.empty() : OptionalInt.of(admin.port());
  }

  /** Returns the policy that holds now. */
  public CachePolicy policy() {
    return cache.policy();
  }

  /** Replaces the policy, as {@link ResponseCache#policy(CachePolicy)} does. */
  public void policy(CachePolicy policy) {
    cache.policy(policy);
  }

  /** Returns the policy of the fleet, which this gateway follows; empty where it has its own. */
  public Optional<FleetPolicy> fleetPolicy() {
    return Optional.ofNullable(fleetPolicy);
  }

  /** Returns the cache of responses. */
  public ResponseCache cache() {
    return cache;
  }

  /** Returns the counters of the cache so far, by operation. */
  public CacheStatistics statistics() {
    return cache.statistics();
  }

  /**
   * Returns the recording of calls that reached the origin, by which a policy can be advised; empty
   * where the configuration turns observation off. Calls of the last milliseconds may be missing.
   */
  public Optional<Recording> recording() {
    return Optional.ofNullable(recorder).map(CallRecorder::snapshot);
  }

  /** Returns how many requests are under way. */
  public int requests() {
    return server.requests();
  }

  /** Returns the counters of the differential link to origins, which this near gateway uses. */
  public LinkStatistics linkToOrigins() {
    return linkClient.statistics();
  }

  /** Returns the counters of the differential link to clients, which this far gateway offers. */
  public LinkStatistics linkToClients() {
    return linkServer.statistics();
  }

  /** Returns how many connections of clients are open. */
  public int connections() {
    return server.connections();
  }

  /** Returns how the origins fare: of each route in their order, then those of its canary. */
  List<Origin.Health> origins() {
    return state.setup.routes().stream()
        .flatMap(route -> route.allOrigins().stream())
        .map(Origin::health)
        .toList();
  }

  // ---- the end ----

  /**
   * Stops accepting connections, and waits for the requests that are under way, as long as the
   * configuration says; then ends.
   *
   * @return whether all of them were answered
   */
  public boolean drain() throws InterruptedException {
    isListening = false;
    try {
      return server.drain(state.config.timeouts().drain());
    } finally {
      release();
    }
  }

  /** Ends at once. */
  @Override
  public void close() {
    release();
  }

  private void release() {
    isListening = false;
    if (admin != null) {
      admin.close();
    }
    releaseCalls();
  }

  /**
   * Takes over the responses of the process before, before any request comes.
   *
   * @throws IOException if no responses can be written there later
   * @throws IllegalArgumentException if the file is one of something else
   */
  private void restore() throws IOException {
    Path file = started.cacheFile();
    if (file == null) {
      return;
    }
    boolean isOwn = false;
    try {
      checkFolder(file);
      int count = cache.restore(file, state.config.routes().toString());
      log.info("{} answers of the last run are kept", count);
      isOwn = true;
    } catch (FileSystemException e) { // no permission, for one
      throw e;
    } catch (IOException e) {
      log.warn("the answers of the last run are not kept: {}", e.toString());
      isOwn = true;
    } finally {
      isSaved.set(!isOwn); // whatever else is there stays as it is
    }
  }

  private static void checkFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file) || !Files.isWritable(folder)) {
      throw new FileSystemException(
          file.toString(),
          null,
          "expected a file in a folder that can be written to, as cacheFile");
    }
  }

  private void save() {
    Path file = started.cacheFile();
    if (file == null || isSaved.getAndSet(true)) {
      return;
    }
    awaitThreads(); // which may be about to drop responses
    try {
      int count = cache.save(file, state.config.routes().toString());
      log.info("{} answers are kept for the next run", count);
    } catch (IOException | RuntimeException e) {
      log.warn("no answers are kept for the next run: {}", e.toString());
    }
  }

  private void awaitThreads() {
    try {
      if (!executor.awaitTermination(1, TimeUnit.SECONDS)) {
        log.debug("calls are under way while answers are written");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void releaseCalls() {
    WarmUp begun = warmUp;
    if (begun != null) {
      begun.close();
    }
    files.close();
    descriptions.close();
    handler.close();
    loops.close();
    executor.shutdownNow();
    save();
    cache.close();
    if (accessLog != null) {
      accessLog.close();
    }
    if (tracing != null) {
      tracing.close();
    }
  }

  /** The view of the admin listener. */
  private final class View implements GatewayView {
    @Override
    public Meters meters() {
      return meters;
    }

    @Override
    public ResponseCache cache() {
      return cache;
    }

    @Override
    public @Nullable Path policyFile() {
      return started.policy();
    }

    @Override
    public @Nullable FleetPolicy fleetPolicy() {
      return fleetPolicy;
    }

    @Override
    public Reload reload() {
      return reload;
    }

    @Override
    public List<RouteHealth> routes() {
      return state.setup.routes().stream()
          .map(
              route ->
                  new RouteHealth(
                      route.name(),
                      route.origins().origins().stream().map(Origin::health).toList(),
                      route.canaryOrigins().stream().map(Origin::health).toList()))
          .toList();
    }

    @Override
    public DescribedService.@Nullable Operation described(String route, String operation) {
      return described.operation(route, operation);
    }

    @Override
    public Map<QName, OperationText> texts() {
      return described.texts();
    }

    @Override
    public Optional<Recording> recording() {
      return Gateway.this.recording();
    }

    @Override
    public boolean isListening() {
      return isListening;
    }

    @Override
    public boolean isWarm() {
      WarmUp begun = warmUp;
      return begun == null ? !warmsUp(started) : begun.isOver();
    }

    @Override
    public int connections() {
      return server.connections();
    }

    @Override
    public int requests() {
      return server.requests();
    }

    @Override
    public LinkStatistics linkToOrigins() {
      return Gateway.this.linkToOrigins();
    }

    @Override
    public LinkStatistics linkToClients() {
      return Gateway.this.linkToClients();
    }

    @Override
    public long refusals() {
      return server.refusals();
    }
  }
}
