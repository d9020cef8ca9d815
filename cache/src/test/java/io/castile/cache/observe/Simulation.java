package io.castile.cache.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import javax.xml.namespace.QName;

/** Calls of made-up services whose truth is known. Seeded; the time is not the clock's. */
final class Simulation {
  static final String ENDPOINT = "http://origin.test/shop";
  static final QName SERVICE = new QName("urn:shop", "Shop");

  private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

  /** What a call asks and gets; the texts are bodies. */
  record Call(String request, String response, List<SeenIdentity> identities, boolean fault) {
    static Call of(String request, String response) {
      return new Call(request, response, List.of(), false);
    }

    Call with(SeenIdentity... seen) {
      return new Call(request, response, List.of(seen), fault);
    }

    Call failed() {
      return new Call(request, response, identities, true);
    }
  }

  /** Makes the call of a moment. */
  interface Origin extends Function<Duration, Call> {}

  private record Timed(Duration at, String operation, Origin origin, int originMillis) {}

  private final List<Timed> calls = new ArrayList<>();
  private final Duration length;
  final Random random;
  final CallRecorder recorder;

  Simulation(long seed, Duration length, CallRecorder recorder) {
    this.random = new Random(seed);
    this.length = length;
    this.recorder = recorder;
  }

  /** Calls at random times, so many in a second on average. */
  void calls(String operation, double perSecond, int originMillis, Origin origin) {
    double at = 0;
    while (at < length.toMillis()) {
      at += -Math.log(1 - random.nextDouble()) * 1000 / perSecond;
      calls.add(new Timed(Duration.ofNanos((long) (at * 1e6)), operation, origin, originMillis));
    }
  }

  CallDigest digest(String text) {
    return recorder.digest(text);
  }

  /** The number of a value that changes at even times, with a phase of its own. */
  static long version(Duration at, Duration interval, int phase) {
    return (at.toMillis() + phase * 7919L) / interval.toMillis();
  }

  /** Times of changes that come at random, as a step function. */
  Function<Duration, Long> atRandom(Duration meanInterval) {
    List<Long> times = new ArrayList<>();
    double at = 0;
    while (at < length.toMillis()) {
      at += -Math.log(1 - random.nextDouble()) * meanInterval.toMillis();
      times.add((long) at);
    }
    return now -> times.stream().filter(time -> time <= now.toMillis()).count();
  }

  Recording run() {
    calls.sort(Comparator.comparing(Timed::at));
    for (Timed each : calls) {
      Call call = each.origin().apply(each.at());
      byte[] request = envelope(call.request());
      byte[] response = envelope(call.response());
      boolean isEmpty = call.fault() || call.response().isEmpty();
      QName operation = new QName("urn:shop", each.operation());
      ObservedCall.Messages messages =
          new ObservedCall.Messages(request, null, isEmpty ? null : response, null);
      boolean isWanted = recorder.wantsMessages(operation, START.plus(each.at()), messages.bytes());
      recorder.record(
          ObservedCall.of(new QName("urn:shop", each.operation()), ENDPOINT, START.plus(each.at()))
              .service(SERVICE)
              .question(digest(call.request()))
              .answer(isEmpty ? null : digest(call.response()))
              .bytes(request.length, response.length)
              .originNanos(each.originMillis() * 1_000_000L)
              .fault(call.fault())
              .identities(call.identities())
              .messages(isWanted ? messages : null)
              .build());
    }
    return recorder.snapshot();
  }

  static byte[] envelope(String body) {
    return ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + body
            + "</s:Body></s:Envelope>")
        .getBytes(UTF_8);
  }
}
