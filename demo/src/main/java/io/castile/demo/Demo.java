package io.castile.demo;

import io.castile.demo.Peer.Calling;
import io.castile.demo.Peer.Running;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The stock and search portal, published once on Castile and once on Apache CXF, and called by
 * clients of Castile, Apache CXF and Metro, which all have to agree on every answer.
 */
public final class Demo implements AutoCloseable {
  private final PortalData data;
  private final RatingsDatabase database;
  private final Portal service;
  private final List<Workload> workloads;
  private final List<Running> servers = new ArrayList<>();

  /**
   * Starts the servers on the loopback interface.
   *
   * @param port the port of Castile's server, 0 for any free one; CXF's gets any free one
   */
  public Demo(int port) throws IOException, SQLException {
    data = PortalData.standard();
    database = new RatingsDatabase(data);
    service = new PortalService(data, database, Clock.systemUTC());
    workloads = Workload.all(data);
    servers.add(Peer.castileServer(service, port));
    servers.add(Peer.cxfServer(service, 0));
  }

  /** The addresses of the servers, each with the name of its stack. */
  public List<String> addresses() {
    return servers.stream().map(server -> server.name() + " at " + server.url()).toList();
  }

  /**
   * Returns the address of the server on a stack.
   *
   * @param stack its name, as in {@link #addresses}
   * @throws IllegalArgumentException if there is none
   */
  public String url(String stack) {
    return servers.stream()
        .filter(server -> server.name().equals(stack))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no server runs on '" + stack + "'"))
        .url();
  }

  /**
   * Has every client ask every server everything, checks all answers, then measures; has clients
   * with a response cache ask again; and has a client call again and again, to see what templates
   * do.
   *
   * @param budget how long to measure; what follows takes two fifths of it more
   * @param progress is told what is going on
   */
  public Result run(Duration budget, Consumer<String> progress) throws IOException, SQLException {
    List<String> expected = workloads.stream().map(w -> w.answer(service)).toList();
    List<Row> rows = new ArrayList<>();
    List<String> disagreements = new ArrayList<>();
    long nanosEach = budget.toNanos() / (servers.size() * 3L * workloads.size());
    for (Running server : servers) {
      int[] bytes = new int[workloads.size()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = AnswerSize.of(workloads.get(i), server.url());
      }
      for (Calling client : clients(server)) {
        try (client) {
          String pair = client.name() + " calls " + server.name();
          progress.accept(pair);
          for (int i = 0; i < bytes.length; i++) {
            Workload workload = workloads.get(i);
            String answer = workload.answer(client.portal());
            if (!answer.equals(expected.get(i))) {
              disagreements.add(pair + ", " + workload.operation() + ": " + shorten(answer));
            }
            rows.add(measure(client, server, workload, nanosEach, bytes[i]));
          }
        }
      }
    }
    progress.accept("asking again, with a response cache");
    List<Hit> hits =
        Asking.run(
            servers.get(0).url(),
            workloads,
            expected,
            rows,
            budget.dividedBy(5),
            (who, answer) -> disagreements.add(who + ": " + shorten(answer)));
    progress.accept("polling with templates");
    List<Saving> savings = Polling.run(data, budget.dividedBy(5));
    progress.accept("polling through the differential link");
    List<LinkSaving> linkSavings = Linking.run(data, budget.dividedBy(5));
    return new Result(rows, hits, savings, linkSavings, disagreements);
  }

  private static List<Calling> clients(Running server) {
    return List.of(
        Peer.castileClient(server.url()),
        Peer.cxfClient(server.url()),
        Peer.metroClient(server.url()));
  }

  /** Calls for the given time, the first third of which warms up and does not count. */
  private static Row measure(
      Calling client, Running server, Workload workload, long nanos, int bytes) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos / 3) {
      workload.call().on(client.portal());
    }
    long[] times = new long[1024];
    int count = 0;
    long counted = System.nanoTime();
    long before = counted;
    do {
      workload.call().on(client.portal());
      long after = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = after - before;
      before = after;
    } while (before - start < nanos);
    Arrays.sort(times, 0, count);
    return new Row(
        client.name(),
        server.name(),
        workload.operation(),
        count * 1e9 / (before - counted),
        times[count / 2] / 1e3,
        times[(int) (count * 0.99)] / 1e3,
        bytes);
  }

  private static String shorten(String text) {
    return text.length() <= 200 ? text : text.substring(0, 200) + "…";
  }

  @Override
  public void close() throws IOException, SQLException {
    for (Running server : servers) {
      server.close();
    }
    database.close();
  }
}
