package io.castile.bench.calls;

import io.castile.bench.harness.Copies;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The end of Java RMI. */
final class RmiPortal implements CallEnd {
  private final RemotePortal remote;
  private final Copies<double[]> doubles =
      new Copies<>(() -> array(PortalData.standard().doubles(CallOperation.DOUBLES)));

  private RmiPortal(RemotePortal remote) {
    this.remote = remote;
  }

  /** Publishes a service. */
  static CallRow.Served publish(Portal service) throws IOException {
    return RmiNames.publish(new Published(service));
  }

  /** The client of an address. */
  static RmiPortal of(String address) throws IOException {
    return new RmiPortal(RmiNames.lookup(RemotePortal.class, address));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Override
  public Object call(CallOperation operation, int turn) throws IOException {
    return switch (operation) {
      case SIMPLE -> remote.getSimple();
      case SEARCH, SEARCHES ->
          remote.search(
              PortalEnd.KEY,
              operation.query(turn),
              0,
              10,
              false,
              "",
              false,
              "",
              "latin1",
              "latin1");
      case RATINGS -> remote.getStockRatings(List.of());
      case GET_DOUBLES -> remote.getDoubles(CallOperation.DOUBLES);
      case PUT_DOUBLES -> remote.putDoubles(doubles.next());
    };
  }

  @Override
  public Object plain(Object answer) {
    if (answer instanceof double[] values) {
      return Arrays.stream(values).boxed().toList();
    }
    if (answer instanceof List<?> lines) {
      return lines.stream().map(line -> ((RemotePortal.Line) line).bean()).toList();
    }
    return answer;
  }

  @Override
  public void close() {
    // Connections that are not used are closed by RMI itself.
  }

  /** The service as RMI wants it, with its answers ready. */
  private static final class Published implements RemotePortal {
    private final Portal service;
    private final Copies<List<Line>> ratings;
    private final Copies<double[]> values;

    Published(Portal service) {
      this.service = service;
      this.ratings =
          new Copies<>(() -> service.getStockRatings(List.of()).stream().map(Line::of).toList());
      this.values = new Copies<>(() -> array(service.getDoubles(CallOperation.DOUBLES)));
    }

    @Override
    public int getSimple() {
      return service.getSimple();
    }

    @Override
    public GoogleSearchResult search(
        String key,
        String q,
        int start,
        int maxResults,
        boolean filter,
        String restrict,
        boolean safeSearch,
        String lr,
        String ie,
        String oe) {
      return service.doGoogleSearch(
          key, q, start, maxResults, filter, restrict, safeSearch, lr, ie, oe);
    }

    @Override
    public List<Line> getStockRatings(List<String> symbols) {
      return ratings.next();
    }

    @Override
    public double[] getDoubles(int count) {
      return values.next();
    }

    @Override
    public int putDoubles(double[] values) {
      return values.length;
    }
  }
}
