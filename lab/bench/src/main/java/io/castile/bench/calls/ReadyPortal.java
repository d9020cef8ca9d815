package io.castile.bench.calls;

import io.castile.bench.harness.Copies;
import io.castile.demo.portal.Complex;
import io.castile.demo.portal.FlightInfo;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Mio;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.castile.demo.portal.StockRating;
import io.castile.demo.portal.Tuple;
import jakarta.jws.WebService;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * The demo's portal with its answers ready, so that a call costs what the stack costs. It has the
 * operations of {@link CallOperation} only. Thread-safe.
 */
@WebService(
    endpointInterface = "io.castile.demo.portal.Portal",
    serviceName = "PortalService",
    portName = "PortalPort",
    targetNamespace = Portal.NAMESPACE)
public final class ReadyPortal implements Portal {
  private static final PortalData DATA = PortalData.standard();

  private final int simple = DATA.simple();
  private final Map<String, Copies<GoogleSearchResult>> searches = new HashMap<>();
  private final Copies<List<StockRating>> ratings = new Copies<>(DATA::ratings);
  private final Copies<List<Double>> doubles =
      new Copies<>(() -> DATA.doubles(CallOperation.DOUBLES));

  public ReadyPortal() {
    for (String query : CallOperation.queries()) {
      searches.put(query, new Copies<>(() -> DATA.search(query)));
    }
  }

  @Override
  public int getSimple() {
    return simple;
  }

  @Override
  public GoogleSearchResult doGoogleSearch(
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
    return searches.get(q).next();
  }

  @Override
  public List<StockRating> getStockRatings(List<String> symbols) {
    return ratings.next();
  }

  @Override
  public List<Double> getDoubles(int count) {
    return doubles.next();
  }

  @Override
  public int putDoubles(List<Double> values) {
    return values.size();
  }

  @Override
  public String doSpellingSuggestion(String key, String phrase) {
    throw notCalled();
  }

  @Override
  public byte[] doGetCachedPage(String key, String url) {
    throw notCalled();
  }

  @Override
  public Tuple getTuple() {
    throw notCalled();
  }

  @Override
  public List<String> getArray() {
    throw notCalled();
  }

  @Override
  public Complex getComplex() {
    throw notCalled();
  }

  @Override
  public List<Integer> getInts(int count) {
    throw notCalled();
  }

  @Override
  public List<Mio> getMios(int count) {
    throw notCalled();
  }

  @Override
  public int putInts(List<Integer> values) {
    throw notCalled();
  }

  @Override
  public int putMios(List<Mio> values) {
    throw notCalled();
  }

  @Override
  public XMLGregorianCalendar getTime() {
    throw notCalled();
  }

  @Override
  public List<FlightInfo> getFlightInfo(String from, String to) {
    throw notCalled();
  }

  private static UnsupportedOperationException notCalled() {
    return new UnsupportedOperationException("the suite calls has no such operation");
  }
}
