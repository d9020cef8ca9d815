package io.castile.gateway.meter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The counters of requests, by route and operation. A sender can name any operation, so that those
 * beyond some are one. To count a request takes no lock and makes no object. Thread-safe.
 */
public final class Meters {
  /** The most operations that are counted on their own. */
  public static final int MAX_OPERATIONS = 256;

  /** The name of the other operations. */
  public static final String OTHER = "other";

  private static final int MOST_NAME = 200;
  private static final QName NONE = new QName("");
  private static final QName REST = new QName(OTHER);

  private final Map<String, Map<QName, OperationMeter>> meters = new ConcurrentHashMap<>();

  /** The meters of {@link #meters}, each once; guarded by this. */
  private final List<OperationMeter> all = new ArrayList<>();

  /** Guarded by this. */
  private final List<Consumer<OperationMeter>> watchers = new ArrayList<>();

  private final long start = System.nanoTime();

  /** Whether there are as many as are counted on their own. */
  private volatile boolean isFull;

  /**
   * Counts a request.
   *
   * @param route what it is called by
   * @param operation null where the request names none
   * @param status of the response
   * @param in the bytes of the request
   * @param out the bytes of the response
   * @param nanos how long it took
   * @param savedNanos what the origin took for an answer that the cache gave
   */
  public void add(
      String route,
      @Nullable QName operation,
      Outcome outcome,
      int status,
      long in,
      long out,
      long nanos,
      long savedNanos) {
    meter(route, operation == null ? NONE : operation)
        .add(slot(), outcome, status, in, out, nanos, savedNanos);
  }

  /**
   * Counts why a request was no hit.
   *
   * @param route what it is called by
   * @param operation null where the request names none
   */
  public void add(String route, @Nullable QName operation, NoHit why) {
    meter(route, operation == null ? NONE : operation).add(why);
  }

  private long slot() {
    return (System.nanoTime() - start) / RecentCounts.SLOT_NANOS + 1;
  }

  private OperationMeter meter(String route, QName operation) {
    Map<QName, OperationMeter> ofRoute = meters.get(route);
    if (ofRoute != null) {
      OperationMeter known = ofRoute.get(operation);
      if (known == null && (isFull || isLong(operation))) {
        known = ofRoute.get(REST);
      }
      if (known != null) {
        return known;
      }
    }
    return newMeter(route, operation);
  }

  private static boolean isLong(QName name) {
    return name.getNamespaceURI().length() + name.getLocalPart().length() > MOST_NAME;
  }

  private synchronized OperationMeter newMeter(String route, QName operation) {
    Map<QName, OperationMeter> ofRoute =
        meters.computeIfAbsent(route, key -> new ConcurrentHashMap<>());
    QName name = isFull || isLong(operation) ? REST : operation;
    OperationMeter known = ofRoute.get(operation);
    return known == null ? ofRoute.computeIfAbsent(name, key -> made(route, key)) : known;
  }

  private OperationMeter made(String route, QName name) {
    OperationMeter made = new OperationMeter(route, name.toString());
    all.add(made);
    isFull = all.size() >= MAX_OPERATIONS;
    watchers.forEach(watcher -> watcher.accept(made));
    return made;
  }

  /** Shows each operation, now or when it is first called. */
  public synchronized void watch(Consumer<OperationMeter> watcher) {
    watchers.add(watcher);
    all.forEach(watcher);
  }

  /** Returns the meters of all operations so far. */
  public synchronized List<OperationMeter> operations() {
    return List.copyOf(all);
  }

  /** Returns what was counted so far, by route and operation. */
  public List<OperationMeter.Snapshot> snapshots() {
    List<OperationMeter> now = operations();
    long slot = slot();
    return now.stream()
        .map(meter -> meter.snapshot(slot))
        .sorted(
            Comparator.comparing(OperationMeter.Snapshot::route)
                .thenComparing(OperationMeter.Snapshot::operation))
        .toList();
  }
}
