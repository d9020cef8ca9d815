package io.castile.cli;

import io.castile.cache.CacheStore;
import io.castile.cache.policy.FleetPolicy;
import io.castile.cache.policy.text.WatchedFile;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.internal.Configs;
import io.castile.gateway.trace.Tracing;
import io.castile.redis.RedisStore;
import io.castile.tracing.OpenTelemetryTracing;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code castile gateway}. */
@Command(
    name = "gateway",
    description = {
      "Runs a caching reverse proxy in front of SOAP services, for clients in any language.",
      "With --origin alone it caches nothing: every request passes as it comes. A policy says which"
          + " operations are cached, and for how long. A configuration file, which is read again"
          + " when it changes, has several routes, TLS, limits and timeouts.",
      "It runs until it is stopped; on SIGTERM it takes no more connections and waits for the"
          + " requests that are under way.",
      "Requests are traced by OpenTelemetry where its environment variables ask for that, such as"
          + " OTEL_EXPORTER_OTLP_ENDPOINT."
    })
final class GatewayCommand implements Callable<Integer> {
  private static final String OF_STORE = "store";

  @Spec private CommandSpec spec;

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description = "The address of the service; requests keep their path behind it.")
  private @Nullable String origin;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where clients connect; 127.0.0.1:8080 by default.")
  private @Nullable String listen;

  @Option(
      names = "--policy",
      paramLabel = "FILE|store",
      description =
          "The cache policy, YAML; read again when it changes. With the word store, it is the one"
              + " that 'castile policy publish' has put into the store for the fleet.")
  private @Nullable String policy;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "Keep answers in Redis or Valkey, for all gateways of a fleet; as redis://host:6379, or"
              + " redis-sentinel:// or redis-cluster://.")
  private @Nullable String store;

  @Mixin private StoreKeyOption storeKey = new StoreKeyOption();

  @Option(
      names = "--link",
      description =
          "Speak the differential link, to clients and to the origin where they know it: for a pair"
              + " of gateways, near the clients and near the service, with a thin line between.")
  private boolean link;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration, YAML; instead of --origin.")
  private @Nullable Path file;

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      description = "Where console, API and metrics are; nowhere by default.")
  private @Nullable String admin;

  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description =
          "The token that console, API and metrics ask for; needed where --admin is not on"
              + " loopback.")
  private @Nullable Path adminTokenFile;

  @Option(
      names = "--record",
      paramLabel = "DIR",
      description =
          "Keep requests and their responses as pairs of files in this folder, from which 'castile"
              + " mock --replay' answers; header blocks and what is named as a secret are left out.")
  private @Nullable Path record;

  @Option(
      names = "--no-warm-up",
      description =
          "Be ready at once. Else made-up requests, to no origin, are answered for some seconds"
              + " before /ready says yes; requests of clients are served meanwhile.")
  private boolean noWarmUp;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    WatchedFile watched = file == null ? null : new WatchedFile(file);
    if (watched != null) {
      watched.hasChanged(); // before it is read: what is written meanwhile is found next time
    }
    GatewaySettings config = config();
    Gateway gateway = start(config);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(gateway, ended)));
    out.println(
        "Listening on "
            + addresses(config, gateway)
            + gateway
                .fleetPolicy()
                .map(GatewayCommand::inStore)
                .orElse(config.policy() == null ? "; no policy, so that nothing is cached" : ""));
    gateway
        .adminPort()
        .ifPresent(port -> out.println("Console at " + console(config.admin(), port)));
    out.flush();
    while (!ended.await(1, TimeUnit.SECONDS)) {
      if (watched != null && watched.hasChanged()) {
        readAgain(gateway);
      }
    }
    return 0;
  }

  private static String addresses(GatewaySettings config, Gateway gateway) {
    List<String> addresses = new ArrayList<>();
    for (int port : gateway.ports()) {
      ListenAddress wanted = config.listeners().get(addresses.size()).address();
      addresses.add(new ListenAddress(wanted.host(), port).toString());
    }
    return String.join(", ", addresses);
  }

  /** What is said of the policy in the store, which may come later than the gateway. */
  private static String inStore(FleetPolicy fleet) {
    try {
      return fleet
          .current()
          .map(published -> "; version " + published.version() + " of the policy in the store")
          .orElse("; no policy in the store, so that nothing is cached until one is published");
    } catch (RuntimeException e) {
      return "; the store does not answer, so that nothing is cached until it does";
    }
  }

  private static String console(AdminConfig admin, int port) {
    return (admin.tls() == null ? "http://" : "https://")
        + new ListenAddress(admin.listen().host(), port)
        + "/console/";
  }

  private Gateway start(GatewaySettings config) {
    int loops = Runtime.getRuntime().availableProcessors();
    try {
      Optional<Tracing> tracing = OpenTelemetryTracing.ofEnvironment(System.getenv());
      CacheStore store = store(config, spec.commandLine().getErr());
      return tracing.isPresent()
          ? Gateway.start(Configs.of(config), loops, store, tracing.get())
          : Gateway.start(Configs.of(config), loops, store);
    } catch (IOException | IllegalArgumentException e) { // a PolicyException, too
      throw new ParameterException(spec.commandLine(), "castile: " + Failures.message(e), e);
    }
  }

  /** Makes the store that a configuration names. */
  static CacheStore store(GatewaySettings config, PrintWriter err) throws IOException {
    if (config.store() == null) {
      return Gateway.memory(Configs.of(config));
    }
    RedisStore.Builder store =
        RedisStore.builder(config.store())
            .localBytes(config.cacheBytes())
            .leaseAtMost(config.timeouts().response());
    StoreKeyOption.encrypt(store, config.storeKeyFile(), err);
    return store.build();
  }

  /** Stops a gateway when the process is to end. */
  static void drain(Gateway gateway, CountDownLatch ended) {
    try {
      gateway.drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  // ---- configuration ----

  private GatewaySettings config() {
    if ((file == null) == (origin == null)) {
      throw new ParameterException(
          spec.commandLine(),
          file == null
              ? "castile: Cannot start the gateway without an origin. Set --origin URL or --config"
                  + " FILE."
              : "castile: Cannot use --origin and --config together. Remove one of them.");
    }
    try {
      return file == null ? ofOptions() : overridden(GatewaySettings.load(file));
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    } catch (IllegalArgumentException e) { // a PolicyException, too
      throw new ParameterException(spec.commandLine(), "castile: " + e.getMessage(), e);
    }
  }

  private GatewaySettings ofOptions() {
    URI address = RouteConfig.origin(origin);
    return overridden(GatewaySettings.of(new ListenAddress("127.0.0.1", 8080), address));
  }

  private GatewaySettings overridden(GatewaySettings config) {
    GatewaySettings own = listen == null ? config : config.withListen(ListenAddress.parse(listen));
    own = store == null ? own : own.withStore(store);
    own = storeKey.file() == null ? own : own.withStoreKeyFile(storeKey.file());
    own = link ? linked(own) : own;
    own = record == null ? own : recorded(own, record);
    own = own.withWarmUp(!noWarmUp && !Boolean.FALSE.equals(own.warmUp()));
    GatewaySettings cached = policy == null ? own : withPolicy(own, policy);
    if (cached.policyOfStore() && cached.store() == null) {
      throw new IllegalArgumentException(
          "Cannot use --policy " + OF_STORE + " without a store. Add --store.");
    }
    return cached.withAdmin(admin(cached.admin()));
  }

  /**
   * The listener of an option has tokens, TLS and audit log of the configuration, if it has them.
   */
  private @Nullable AdminConfig admin(@Nullable AdminConfig configured) {
    ListenAddress address = admin == null ? null : ListenAddress.parse(admin);
    if (configured != null) {
      return configured.withListen(address == null ? configured.listen() : address, adminTokenFile);
    }
    if (address != null) {
      return new AdminConfig(address, adminTokenFile, null, List.of());
    }
    if (adminTokenFile != null) {
      throw new IllegalArgumentException(
          "Cannot use --admin-token-file without the API. Add --admin, or 'admin' to the"
              + " configuration.");
    }
    return null;
  }

  private static GatewaySettings recorded(GatewaySettings config, Path folder) {
    return config.withRoutes(
        config.routes().stream()
            .map(route -> route.withDescribed(DescribedRoute.withRecord(route.described(), folder)))
            .toList());
  }

  private static GatewaySettings linked(GatewaySettings config) {
    return config
        .withLink(true)
        .withRoutes(config.routes().stream().map(route -> route.withLink(true)).toList());
  }

  private static GatewaySettings withPolicy(GatewaySettings config, String policy) {
    return policy.equals(OF_STORE)
        ? config.withPolicyOfStore()
        : config.withPolicy(Path.of(policy));
  }

  /** Has a changed file hold from now on; the log says what is wrong with it, or what waits. */
  private void readAgain(Gateway gateway) {
    try {
      gateway.reconfigure(Configs.of(overridden(GatewaySettings.load(file))));
    } catch (IOException | IllegalArgumentException e) { // a PolicyException, too
      gateway.refusedConfiguration(Failures.message(e));
    }
  }
}
