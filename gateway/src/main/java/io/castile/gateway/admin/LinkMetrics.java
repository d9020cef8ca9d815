package io.castile.gateway.admin;

import io.castile.delta.LinkStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The traffic over the differential link, by the end of it that this gateway is. */
final class LinkMetrics implements MeterBinder {
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
