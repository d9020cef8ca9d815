package io.castile.gateway.admin;

import io.castile.bridge.DescribedService;
import io.castile.cache.CacheMetrics;
import io.castile.delta.LinkStatistics;
import io.castile.gateway.http.Origin;
import io.castile.gateway.meter.OperationMeter;
import io.castile.gateway.meter.Outcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The counters of the gateway, as metrics for Prometheus. Thread-safe. */
final class GatewayMetrics implements AutoCloseable {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String PREFIX = "castile.gateway.";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final GatewayView gateway;
  private final MultiGauge in;
  private final MultiGauge checks;
  private final MultiGauge answers;
  private final MultiGauge failures;
  private final MultiGauge originConnections;
  private final MultiGauge names;

  GatewayMetrics(GatewayView gateway) {
    this.gateway = gateway;
    gauge("connections", "Open connections of clients.", GatewayView::connections);
    gauge("requests.active", "Requests that are under way.", GatewayView::requests);
    FunctionCounter.builder(PREFIX + "refusals", gateway, GatewayView::refusals)
        .description("Connections and requests that were refused.")
        .register(registry);
    in = many("origin.in", "Whether an origin is asked: 1, or left out: 0.");
    checks = many("origin.up", "Whether the health check of an origin passes: 1, or not: 0.");
    answers = many("origin.answers", "How often an origin answered.");
    failures = many("origin.failures", "How often an origin did not answer.");
    originConnections = many("origin.connections", "Open connections to an origin.");
    names = many("operation.names", "The names of operations in descriptions: always 1.");
    gateway.meters().watch(meter -> bind(registry, meter));
    new LinkMetrics(gateway).bindTo(registry);
    new CacheMetrics(gateway.cache(), "gateway").bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
  }

  private void gauge(String name, String text, ToDoubleFunction<GatewayView> value) {
    Gauge.builder(PREFIX + name, gateway, value).description(text).register(registry);
  }

  private MultiGauge many(String name, String text) {
    return MultiGauge.builder(PREFIX + name).description(text).register(registry);
  }

  private static void bind(MeterRegistry registry, OperationMeter meter) {
    Tags tags = Tags.of("route", meter.route(), "operation", meter.operation());
    for (Outcome outcome : Outcome.values()) {
      FunctionCounter.builder(PREFIX + "requests", meter, each -> each.count(outcome))
          .description("Requests, by what became of them.")
          .tags(tags.and("outcome", outcome.name().toLowerCase(Locale.ROOT)))
          .register(registry);
    }
    counter(registry, meter, tags, "failed", "Responses of status 500 and above.", m -> m.failed());
    counter(registry, meter, tags, "request.bytes", "Content of requests.", m -> m.requestBytes());
    counter(
        registry, meter, tags, "response.bytes", "Content of responses.", m -> m.responseBytes());
    counter(
        registry,
        meter,
        tags,
        "saved.bytes",
        "Content of requests and responses that the cache answered.",
        m -> m.savedBytes());
    FunctionCounter.builder(PREFIX + "saved.origin.seconds", meter, m -> m.savedNanos() / 1e9)
        .description("What the origin took for the answers that the cache gave.")
        .tags(tags)
        .register(registry);
    timer(
        registry,
        meter,
        tags,
        true,
        m -> m.count(Outcome.HIT) + m.count(Outcome.COLLAPSED) + m.count(Outcome.STALE));
    timer(registry, meter, tags, false, m -> m.count(Outcome.MISS) + m.count(Outcome.PASSED));
  }

  private static void counter(
      MeterRegistry registry,
      OperationMeter meter,
      Tags tags,
      String name,
      String text,
      ToDoubleFunction<OperationMeter> count) {
    FunctionCounter.builder(PREFIX + name, meter, count)
        .description(text)
        .tags(tags)
        .register(registry);
  }

  private static void timer(
      MeterRegistry registry,
      OperationMeter meter,
      Tags tags,
      boolean isCached,
      ToLongFunction<OperationMeter> count) {
    FunctionTimer.builder(
            PREFIX + "duration", meter, count, each -> each.nanos(isCached), TimeUnit.NANOSECONDS)
        .description("How long requests took, by whether the cache or the origin answered.")
        .tags(tags.and("answered", isCached ? "cache" : "origin"))
        .register(registry);
    for (double share : new double[] {0.5, 0.9, 0.99}) {
      Gauge.builder(
              PREFIX + "latency.seconds", meter, each -> each.latencyMicros(isCached, share) / 1e6)
          .description("The time within which a share of requests was answered.")
          .tags(
              tags.and(
                  "answered", isCached ? "cache" : "origin", "quantile", String.valueOf(share)))
          .register(registry);
    }
  }

  /** Returns all of them as Prometheus reads them. */
  String scrape() {
    List<MultiGauge.Row<?>> ins = new ArrayList<>();
    List<MultiGauge.Row<?>> checked = new ArrayList<>();
    List<MultiGauge.Row<?>> answered = new ArrayList<>();
    List<MultiGauge.Row<?>> failed = new ArrayList<>();
    List<MultiGauge.Row<?>> open = new ArrayList<>();
    for (GatewayView.RouteHealth route : gateway.routes()) {
      for (Origin.Health origin : route.all()) {
        Tags tags = Tags.of("route", route.route(), "origin", origin.uri());
        ins.add(MultiGauge.Row.of(tags, origin.in() ? 1 : 0));
        if (!origin.check().equals("none")) {
          checked.add(MultiGauge.Row.of(tags, origin.check().equals("up") ? 1 : 0));
        }
        answered.add(MultiGauge.Row.of(tags, origin.answers()));
        failed.add(MultiGauge.Row.of(tags, origin.failures()));
        open.add(MultiGauge.Row.of(tags, origin.connections()));
      }
    }
    in.register(ins, true);
    checks.register(checked, true);
    answers.register(answered, true);
    failures.register(failed, true);
    originConnections.register(open, true);
    names.register(names(), true);
    return registry.scrape(TYPE);
  }

  /** The operations that were called and that a description has under a name. */
  private List<MultiGauge.Row<?>> names() {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (OperationMeter each : gateway.meters().operations()) {
      DescribedService.Operation described = gateway.described(each.route(), each.operation());
      if (described != null) {
        Tags tags =
            Tags.of("route", each.route(), "operation", each.operation(), "name", described.name());
        rows.add(MultiGauge.Row.of(tags, 1));
      }
    }
    return rows;
  }

  @Override
  public void close() {
    registry.close();
  }

  /** The traffic over the differential link, by the end of it that this gateway is. */
  private static final class LinkMetrics implements MeterBinder {
    private static final String PREFIX = "castile.gateway.link.";

    private final GatewayView gateway;

    LinkMetrics(GatewayView gateway) {
      this.gateway = gateway;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
      bind(registry, "near", GatewayView::linkToOrigins);
      bind(registry, "far", GatewayView::linkToClients);
    }

    private void bind(
        MeterRegistry registry, String end, Function<GatewayView, LinkStatistics> statistics) {
      End at = new End(registry, Tags.of("end", end), statistics);
      at.counter("whole", "Responses that went whole.", LinkStatistics::full);
      at.counter("deltas", "Responses that went as deltas.", LinkStatistics::deltas);
      at.counter("request.deltas", "Requests that went as deltas.", LinkStatistics::requestDeltas);
      at.counter(
          "saved.response.bytes",
          "By how much the deltas of responses were smaller.",
          each -> each.messageBytes() - each.wireBytes());
      at.counter(
          "saved.request.bytes",
          "By how much the deltas of requests were smaller.",
          LinkStatistics::requestBytesSaved);
      at.counter("fetches", "Responses that were asked for again.", LinkStatistics::fetched);
      at.counter("mismatches", "Deltas of responses that did not fit.", LinkStatistics::mismatches);
      at.counter(
          "unknown.bases",
          "Bases of responses and requests that the far end did not hold.",
          each -> each.unknownBases() + each.unknownRequestBases());
    }

    /** Registers what is counted at one end. */
    private final class End {
      private final MeterRegistry registry;
      private final Tags tags;
      private final Function<GatewayView, LinkStatistics> statistics;

      End(MeterRegistry registry, Tags tags, Function<GatewayView, LinkStatistics> statistics) {
        this.registry = registry;
        this.tags = tags;
        this.statistics = statistics;
      }

      void counter(String name, String text, ToLongFunction<LinkStatistics> count) {
        FunctionCounter.builder(
                PREFIX + name, gateway, each -> count.applyAsLong(statistics.apply(each)))
            .description(text)
            .tags(tags)
            .register(registry);
      }
    }
  }
}
