package io.castile.bench.fleet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.policy.OperationPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A gateway: a look at what it has at hand, then in the store, then the way to the origin, one call
 * for a question at a time, as {@code CachedExchange} and {@code RedisStore} have it. Not
 * thread-safe.
 */
final class SimulatedNode {
  /** As {@code RedisStore.Builder.localFor}. */
  private static final long LOCAL_MICROS = 30_000_000;

  /** After so long without the store, what is at hand is not given any more. */
  private static final long TRUST_MICROS = 600_000;

  private static final long LOOK_MICROS = 200_000;
  private static final long PATIENCE_MICROS = 30_000_000;

  private final FleetSimulation fleet;
  private final VirtualTime time;
  private final Random random;
  private final FleetVariant variant;
  private final FleetDelays delays;
  private final OperationPolicy policy;
  private final StoreLink link; // null for none
  private final Cache<Integer, Local> local;
  private final Map<Integer, Flight> flights = new HashMap<>();
  private final Set<SimulatedCall> calls = new LinkedHashSet<>();
  private boolean up = true;
  private int life;
  private long died;

  private record Local(Kept kept, long until) {}

  /**
   * A question on its way to the origin, and the calls that wait for it; the first has begun it.
   */
  private static final class Flight {
    final int question;
    final long begun;
    final List<SimulatedCall> calls = new ArrayList<>();

    Flight(int question, long begun) {
      this.question = question;
      this.begun = begun;
    }
  }

  /**
   * @param link null for no store
   */
  SimulatedNode(FleetSimulation fleet, FleetSetting setting, StoreLink link) {
    this.fleet = fleet;
    this.time = fleet.time();
    this.random = fleet.random();
    this.variant = setting.variant();
    this.delays = setting.delays();
    this.policy = fleet.policy();
    this.link = link;
    int bytes = setting.answerBytes();
    this.local =
        Caffeine.newBuilder()
            .maximumWeight(setting.localBytes())
            .weigher((Integer question, Local entry) -> bytes)
            .executor(Runnable::run)
            .build();
  }

  // ---- life ----

  int life() {
    return life;
  }

  /** Whether a holder of a lease is dead since before a time. */
  boolean hasDied(int holdersLife, long before) {
    return holdersLife != life && died <= before;
  }

  /** Clients find out, and ask the next one. */
  void kill() {
    up = false;
    life++;
    died = time.now();
    local.invalidateAll();
    flights.clear();
    List<SimulatedCall> broken = new ArrayList<>(calls);
    calls.clear();
    broken.forEach(fleet::dispatch);
  }

  void start() {
    up = true;
  }

  /** Bytes of answers at hand. */
  long bytes() {
    local.cleanUp();
    return local.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /** What is done only if the node has not died meanwhile. */
  private Runnable alive(Runnable work) {
    int now = life;
    return () -> {
      if (life == now) {
        work.run();
      }
    };
  }

  // ---- a call ----

  void ask(SimulatedCall call) {
    if (!up) {
      fleet.dispatch(call);
      return;
    }
    calls.add(call);
    Kept near = near(call.question);
    if (near != null) {
      use(call, near);
    } else if (link == null) {
      join(call);
    } else {
      look(
          call.question,
          found -> {
            if (found == null) {
              join(call);
            } else {
              use(call, found);
            }
          });
    }
  }

  /** What is at hand and may be given; null for none. */
  private Kept near(int question) {
    Local entry = local.getIfPresent(question);
    if (entry == null || time.now() >= entry.until() || !isTrusted()) {
      return null;
    }
    return isUsable(entry.kept()) ? entry.kept() : null;
  }

  private boolean isTrusted() {
    return link == null || link.store().isUp() || time.now() < link.store().since() + TRUST_MICROS;
  }

  private boolean isUsable(Kept kept) {
    Outcome outcome = kept.outcome(time.now());
    return outcome == Outcome.FRESH || outcome == Outcome.STALE_USABLE;
  }

  private void keep(Kept kept) {
    long until =
        link == null ? Long.MAX_VALUE : Math.min(kept.freshUntil(), time.now() + LOCAL_MICROS);
    if (time.now() < until && isTrusted()) {
      local.put(kept.question(), new Local(kept, until));
    }
  }

  private interface Found {
    /** Given null for nothing that may be given. */
    void take(Kept kept);
  }

  /** Looks into the store. */
  private void look(int question, Found then) {
    int now = life;
    link.send(
        1,
        () -> link.store().get(question),
        kept -> {
          if (life != now) {
            return;
          }
          boolean usable = kept != null && isUsable(kept);
          if (usable) {
            keep(kept);
          }
          then.take(usable ? kept : null);
        },
        alive(() -> then.take(null)));
  }

  private void use(SimulatedCall call, Kept kept) {
    answer(call, kept, true);
    if (kept.outcome(time.now()) != Outcome.FRESH && !flights.containsKey(call.question)) {
      Flight refresh = new Flight(call.question, time.now());
      flights.put(call.question, refresh);
      lead(refresh);
    }
  }

  private void answer(SimulatedCall call, Kept kept, boolean hit) {
    calls.remove(call);
    fleet.answered(call, kept, hit);
  }

  // ---- the origin ----

  private void join(SimulatedCall call) {
    Flight flight = flights.get(call.question);
    if (flight != null) {
      flight.calls.add(call);
      return;
    }
    Flight own = new Flight(call.question, time.now());
    own.calls.add(call);
    flights.put(call.question, own);
    lead(own);
  }

  private void lead(Flight flight) {
    if (link == null) {
      fetch(flight, false);
      return;
    }
    boolean leases = variant.hasLease();
    int now = life;
    link.send(
        2, // the operation's name, and the ticket
        () -> !leases || link.store().take(flight.question, this),
        alone -> {
          if (life != now) {
            return;
          }
          if (alone) {
            lookAgain(flight);
          } else if (flight.calls.isEmpty()) {
            flights.remove(flight.question, flight); // another node refreshes it
          } else {
            await(flight);
          }
        },
        alive(() -> fetch(flight, false)));
  }

  private void lookAgain(Flight flight) {
    look(
        flight.question,
        found -> {
          if (found != null && found.outcome(time.now()) == Outcome.FRESH) {
            release(flight);
            land(flight, found, true);
          } else {
            fetch(flight, true);
          }
        });
  }

  /** Waits for the lease of another node, and looks now and then. */
  private void await(Flight flight) {
    boolean[] awake = {false};
    Runnable wake =
        alive(
            () -> {
              if (!awake[0]) {
                awake[0] = true;
                woken(flight);
              }
            });
    link.store().await(flight.question, () -> time.after(link.half(), wake));
    time.after(LOOK_MICROS, wake);
  }

  private void woken(Flight flight) {
    look(
        flight.question,
        found -> {
          if (found != null) {
            land(flight, found, true);
          } else if (time.now() - flight.begun > PATIENCE_MICROS) {
            fetch(flight, true);
          } else {
            lead(flight);
          }
        });
  }

  private void release(Flight flight) {
    if (variant.hasLease()) {
      link.tell(1, () -> link.store().release(flight.question, this));
    }
  }

  /**
   * Asks the origin.
   *
   * @param ticket whether the store takes the answer
   */
  private void fetch(Flight flight, boolean ticket) {
    long requested = time.now();
    Runnable[] answered = new Runnable[1];
    long[] version = new long[1];
    answered[0] =
        alive(
            () ->
                came(
                    flight,
                    Kept.of(flight.question, version[0], policy, requested, time.now()),
                    ticket));
    time.after(
        FleetDelays.micros(delays.origin() / 2, random),
        () -> {
          fleet.originCalled();
          time.after(
              FleetDelays.micros(delays.work(), random),
              () -> {
                version[0] = fleet.version(flight.question);
                time.after(FleetDelays.micros(delays.origin() / 2, random), answered[0]);
              });
        });
  }

  private void came(Flight flight, Kept kept, boolean ticket) {
    if (!ticket) {
      keep(kept);
      land(flight, kept, false);
      return;
    }
    int now = life;
    link.send(
        1,
        () -> {
          link.store().put(kept);
          return true;
        },
        done -> {
          if (life == now) {
            keep(kept);
            release(flight);
            land(flight, kept, false);
          }
        },
        alive(() -> land(flight, kept, false)));
  }

  /**
   * Answers all that wait.
   *
   * @param hit whether no call of the origin was needed
   */
  private void land(Flight flight, Kept kept, boolean hit) {
    flights.remove(flight.question, flight);
    boolean first = !hit;
    for (SimulatedCall call : flight.calls) {
      answer(call, kept, !first);
      first = false;
    }
  }
}
