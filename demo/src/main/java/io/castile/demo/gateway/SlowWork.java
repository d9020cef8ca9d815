package io.castile.demo.gateway;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * A query of an embedded database that takes a given time: an average over all trades of so many
 * days. How many is found at the start, by asking. Thread-safe; each query has a connection of its
 * own.
 */
final class SlowWork implements AutoCloseable {
  private static final int TRADES = 1000;
  private static final int PROBES = 9;
  private static final int WARM_UP_MILLIS = 600;
  private static final int MAX_CONNECTIONS = 64;
  private static final String QUERY =
      "SELECT AVG(t.price * (1 + MOD(d.x + ?, 7))) FROM trade t, SYSTEM_RANGE(1, ?) d";

  private final JdbcConnectionPool pool;
  private final Connection keeper; // the database lives as long as it has a connection
  private final AtomicInteger asked = new AtomicInteger();
  private final int days;

  SlowWork(Duration each) throws SQLException {
    pool = JdbcConnectionPool.create("jdbc:h2:mem:work" + System.identityHashCode(this), "", "");
    pool.setMaxConnections(MAX_CONNECTIONS);
    keeper = pool.getConnection();
    try (var create = keeper.createStatement()) {
      create.execute(
          "CREATE TABLE trade AS SELECT x AS id, CAST(MOD(x * 7919, 50000) AS DOUBLE) / 100 AS"
              + " price FROM SYSTEM_RANGE(1, "
              + TRADES
              + ")");
    }
    days = calibrate(each.toNanos());
  }

  private int calibrate(long nanos) throws SQLException {
    int probe = 10;
    long end = System.nanoTime() + Duration.ofMillis(WARM_UP_MILLIS).toNanos();
    while (System.nanoTime() < end) {
      query(probe);
    }
    for (int round = 0; round < 2; round++) {
      probe = (int) Math.max(1, Math.round((double) probe * nanos / median(probe)));
    }
    return probe;
  }

  private long median(int probe) throws SQLException {
    long[] times = new long[PROBES];
    for (int i = 0; i < times.length; i++) {
      long start = System.nanoTime();
      query(probe);
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    return Math.max(1, times[PROBES / 2]);
  }

  /** Asks once. */
  void run() {
    try {
      query(days);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "Cannot read trades, because their database failed: " + e.getMessage(), e);
    }
  }

  /** A number that is another one each time keeps the database from giving its last result. */
  private void query(int overDays) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement query = connection.prepareStatement(QUERY)) {
      query.setInt(1, asked.incrementAndGet());
      query.setInt(2, overDays);
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next() || rows.getDouble(1) <= 0) {
          throw new IllegalStateException("expected an average above 0, found none");
        }
      }
    }
  }

  /** Says what the work is. */
  String description() {
    return "a database query over " + TRADES + " trades on each of " + days + " days";
  }

  @Override
  public void close() throws SQLException {
    keeper.close();
    pool.dispose();
  }
}
