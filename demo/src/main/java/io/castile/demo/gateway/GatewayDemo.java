package io.castile.demo.gateway;

import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.Recording;
import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.CachePolicy;
import io.castile.demo.PortalService;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import javax.xml.namespace.QName;

/**
 * A slow portal on Apache CXF, a gateway before it, and a small load of clients of three stacks:
 * the gateway observes, advises a policy, and is given it; then the same load shows the difference.
 * Confined to one thread.
 */
public final class GatewayDemo implements AutoCloseable {
  /** What each call of the service costs. */
  public static final Duration WORK = Duration.ofMillis(50);

  /**
   * How many of the kept answers may be stale: more than advice allows unless told, as half a
   * minute says little of how seldom an answer changes.
   */
  public static final double STALE_RISK = 0.05;

  private static final AdminConfig ADMIN =
      new AdminConfig(new ListenAddress("localhost", 0), null, null, List.of());

  private static final Duration TICK = Duration.ofMillis(500);
  private static final Duration RECORDER_WAIT = Duration.ofSeconds(5);

  private final Mix mix;
  private final Ratings ratings;
  private final SlowPortal portal;
  private final Gateway gateway;
  private final List<String> disagreements = new ArrayList<>();

  /**
   * Starts the service and the gateway on the loopback interface.
   *
   * @param port the gateway's; 0 for any free one
   * @throws IOException if one of them cannot listen
   */
  public GatewayDemo(int port) throws IOException, SQLException {
    PortalService service = PortalService.standard();
    ratings = new Ratings(service);
    mix = new Mix(service, ratings);
    portal = new SlowPortal(service, WORK);
    Gateway started = null;
    try {
      URI origin = URI.create("http://" + URI.create(portal.url()).getAuthority());
      GatewaySettings config = GatewaySettings.of(new ListenAddress("localhost", port), origin);
      started = Gateway.start(Configs.of(config.withAdmin(ADMIN)));
    } finally {
      if (started == null) {
        portal.close();
      }
    }
    gateway = started;
  }

  /** Returns what listens where, a line for each. */
  public List<String> addresses() {
    return List.of(
        "The portal is on CXF at " + portal.url() + "?wsdl",
        "The gateway is before it at " + url() + "?wsdl",
        "Its console is at http://localhost:" + gateway.adminPort().orElseThrow() + "/console/");
  }

  /** Says what the service does for each call. */
  public String work() {
    return portal.work();
  }

  private String url() {
    return "http://localhost:" + gateway.port() + URI.create(portal.url()).getPath();
  }

  /**
   * Has clients call while the gateway observes, gives it the policy that it advises, and has them
   * call again. To be called once.
   *
   * @param before for how long they call while the gateway observes
   * @param after for how long they call when it has the policy
   * @param progress is told twice a second what is going on, and what was seen so far
   */
  public GatewayResult run(Duration before, Duration after, BiConsumer<String, Phase> progress)
      throws IOException, InterruptedException {
    try (Clients clients = new Clients(url())) {
      Phase observed = phase(clients, before, seen -> progress.accept("observing", seen));
      Recording recording = recording(observed.all().calls());
      Advice advice = Advice.of(recording, STALE_RISK);
      gateway.policy(advice.policy());
      Phase applied = phase(clients, after, seen -> progress.accept("with the policy", seen));
      checkAges(advice, applied);
      return new GatewayResult(
          work(),
          observed,
          recording,
          advice,
          applied,
          savedBytes(recording, applied),
          disagreements);
    }
  }

  // ---- a phase ----

  private interface Watcher {
    void see(Phase soFar);
  }

  private Phase phase(Clients clients, Duration length, Watcher watcher)
      throws InterruptedException {
    Measure measure = new Measure();
    Map<String, SlowPortal.Done> before = new HashMap<>();
    Mix.OPERATIONS.forEach(operation -> before.put(operation, portal.done(operation)));
    long start = System.nanoTime();
    try (Load load = new Load(clients, mix, ratings, measure)) {
      long left = length.toNanos();
      while (left > 0) {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, TICK.toNanos()));
        watcher.see(seen(measure, before, start));
        left = length.toNanos() - (System.nanoTime() - start);
      }
    }
    disagreements.addAll(measure.wrong());
    return seen(measure, before, start);
  }

  private Phase seen(Measure measure, Map<String, SlowPortal.Done> before, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    List<OperationRow> rows = new ArrayList<>();
    long hits = 0;
    long calls = 0;
    long nanos = 0;
    for (String operation : Mix.OPERATIONS) {
      SlowPortal.Done done =
          portal.done(operation).minus(before.getOrDefault(operation, SlowPortal.Done.NOTHING));
      OperationRow row = measure.row(operation, hits(operation), done);
      rows.add(row);
      hits += row.hits();
      calls += done.calls();
      nanos += done.nanos();
    }
    return new Phase(seconds, rows, measure.all(hits, new SlowPortal.Done(calls, nanos)));
  }

  /** All hits are those of the last phase: before it there is no policy. */
  private long hits(String operation) {
    return gateway.statistics().rows().stream()
        .filter(row -> row.operation().equals(operation))
        .mapToLong(row -> row.hits() + row.stale() + row.coalesced())
        .sum();
  }

  // ---- the advice ----

  /** The recorder has a thread of its own, which may be a little behind. */
  private Recording recording(long calls) throws InterruptedException {
    long end = System.nanoTime() + RECORDER_WAIT.toNanos();
    Recording recording = gateway.recording().orElseThrow();
    while (recorded(recording) < calls && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
      recording = gateway.recording().orElseThrow();
    }
    return recording;
  }

  private static long recorded(Recording recording) {
    return recording.operations().stream().mapToLong(each -> each.totals().calls()).sum();
  }

  /**
   * An answer is kept for the lifetime that the policy says, and was a call older than that when it
   * came.
   */
  private void checkAges(Advice advice, Phase applied) {
    for (OperationRow row : applied.rows()) {
      Duration ttl = ttl(advice, row.operation());
      double most = ttl.toMillis() + applied.all().slowestMillis();
      if (row.stale() > 0 && (ttl.isZero() || row.oldestStaleMillis() > most)) {
        disagreements.add(
            row.operation()
                + ": expected answers at most "
                + ttl
                + " out of date, found "
                + Duration.ofMillis((long) row.oldestStaleMillis()));
      }
    }
  }

  private static Duration ttl(Advice advice, String operation) {
    return advice.operations().stream()
        .filter(each -> each.verdict() == Verdict.CACHE)
        .filter(each -> each.operation().operation().getLocalPart().equals(operation))
        .findFirst()
        .flatMap(each -> advice.policy().forTarget(target(each.operation())).ttl())
        .orElse(Duration.ZERO);
  }

  private static CachePolicy.Target target(RecordedOperation of) {
    String service = of.service().map(QName::toString).orElse("");
    return new CachePolicy.Target(service, of.endpoint(), of.operation().toString());
  }

  private static long savedBytes(Recording recording, Phase applied) {
    double saved = 0;
    for (OperationRow row : applied.rows()) {
      for (RecordedOperation each : recording.operations()) {
        CallTotals totals = each.totals();
        if (each.operation().getLocalPart().equals(row.operation())) {
          saved +=
              (double) row.hits()
                  * (totals.requestBytes() + totals.responseBytes())
                  / totals.calls();
        }
      }
    }
    return Math.round(saved);
  }

  @Override
  public void close() throws IOException, SQLException {
    gateway.close();
    portal.close();
  }
}
