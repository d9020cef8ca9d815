package io.castile.demo;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A client that asks for the ratings again and again through the differential link, in turns with
 * one that asks without. They have a portal of their own, whose ratings change.
 */
final class Linking {
  private static final int MIN_CALLS = 40;
  private static final int[] CHANGED_RATINGS = {0, 10, 195};
  private static final int LEFT_OUT = 20;

  /** Bits in a millisecond, of a link of 1 Mbit/s. */
  private static final double BITS_PER_MILLI = 1000;

  private Linking() {}

  /** Plays every scenario, for the budget in all, at least {@link #MIN_CALLS} calls each. */
  static List<LinkSaving> run(PortalData data, Duration budget) throws IOException, SQLException {
    List<LinkSaving> savings = new ArrayList<>();
    List<String> symbols = data.ratings().stream().map(rating -> rating.getSymbol()).toList();
    Random random = new Random(195);
    long nanos = budget.toNanos() / (CHANGED_RATINGS.length + 1);
    try (RatingsDatabase database = new RatingsDatabase(data)) {
      Portal service = new PortalService(data, database, Clock.systemUTC());
      for (int changed : CHANGED_RATINGS) {
        String name =
            "getStockRatings(195), " + (changed == 0 ? "the same" : changed + " prices change");
        Change change = () -> database.changePrices(changed, random);
        savings.add(play(name, service, change, portal -> portal.getStockRatings(symbols), nanos));
      }
      savings.add(
          play(
              "getStockRatings, " + LEFT_OUT + " others left out",
              service,
              () -> {},
              portal -> portal.getStockRatings(someOf(symbols, random)),
              nanos));
    }
    return savings;
  }

  private static List<String> someOf(List<String> symbols, Random random) {
    List<String> some = new ArrayList<>(symbols);
    for (int i = 0; i < LEFT_OUT; i++) {
      some.remove(random.nextInt(some.size()));
    }
    return some;
  }

  /** Changes something of what is sent. */
  private interface Change {
    void make() throws SQLException;
  }

  private static LinkSaving play(
      String name, Portal service, Change change, Workload.Call call, long nanos)
      throws IOException, SQLException {
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    List<Long> plainNanos = new ArrayList<>();
    List<Long> linkNanos = new ArrayList<>();
    try (SoapServer server =
            Castile.server().differential(true).publish("/portal", service).start();
        Peer.Calling plain = Peer.castileClient(server.url("/portal"));
        Peer.Calling linked = Peer.castileClient(server.url("/portal"), link)) {
      long start = System.nanoTime();
      for (int i = 0; i < MIN_CALLS || System.nanoTime() - start < nanos; i++) {
        change.make();
        plainNanos.add(timed(call, plain.portal()));
        linkNanos.add(timed(call, linked.portal()));
      }
    }
    return saving(name, link.statistics(), median(plainNanos), median(linkNanos));
  }

  private static long timed(Workload.Call call, Portal portal) {
    long start = System.nanoTime();
    call.on(portal);
    return System.nanoTime() - start;
  }

  private static double median(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e3;
  }

  private static LinkSaving saving(
      String name, LinkStatistics done, double plainMicros, double linkMicros) {
    long calls = done.full() + done.deltas();
    long saved = done.messageBytes() - done.wireBytes();
    return new LinkSaving(
        name,
        calls,
        done.deltas(),
        done.messageBytes() / calls,
        done.wireBytes() / calls,
        plainMicros,
        linkMicros,
        8.0 * saved / calls / BITS_PER_MILLI);
  }
}
