package io.castile.demo;

import io.castile.demo.portal.Complex;
import io.castile.demo.portal.FlightInfo;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Mio;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.castile.demo.portal.StockRating;
import io.castile.demo.portal.Tuple;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** The portal itself: the same object is published on every stack. Thread-safe. */
@WebService(
    endpointInterface = "io.castile.demo.portal.Portal",
    serviceName = "PortalService",
    portName = "PortalPort",
    targetNamespace = Portal.NAMESPACE)
public final class PortalService implements Portal {
  private final PortalData data;
  private final RatingsDatabase ratings;
  private final Clock clock;
  private final DatatypeFactory datatypes;

  private PortalService(PortalData data, RatingsDatabase ratings, Clock clock) {
    this.data = data;
    this.ratings = ratings;
    this.clock = clock;
    try {
      this.datatypes = DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new AssertionError("the platform has a DatatypeFactory", e);
    }
  }

  /** The service with the data that benchmarks use; its database lives as long as it does. */
  public static PortalService standard() throws SQLException {
    PortalData data = PortalData.standard();
    return new PortalService(data, new RatingsDatabase(data), Clock.systemUTC());
  }

  /** Sets the price of some stocks anew, so that answers change. */
  public void changePrices(int count, Random random) {
    try {
      ratings.changePrices(count, random);
    } catch (SQLException e) {
      throw new WebServiceException(
          "Cannot change prices, because their database failed: " + e.getMessage(), e);
    }
  }

  @Override
  public String doSpellingSuggestion(String key, String phrase) {
    return data.spelling(phrase);
  }

  @Override
  public byte[] doGetCachedPage(String key, String url) {
    return data.page(url);
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
    return data.search(q);
  }

  @Override
  public int getSimple() {
    return data.simple();
  }

  @Override
  public Tuple getTuple() {
    return data.tuple();
  }

  @Override
  public List<String> getArray() {
    return data.array();
  }

  @Override
  public Complex getComplex() {
    return data.complex();
  }

  @Override
  public List<Double> getDoubles(int count) {
    return data.doubles(count);
  }

  @Override
  public List<Integer> getInts(int count) {
    return data.ints(count);
  }

  @Override
  public List<Mio> getMios(int count) {
    return data.mios(count);
  }

  @Override
  public int putDoubles(List<Double> values) {
    return size(values);
  }

  @Override
  public int putInts(List<Integer> values) {
    return size(values);
  }

  @Override
  public int putMios(List<Mio> values) {
    return size(values);
  }

  private static int size(List<?> values) {
    return values == null ? 0 : values.size();
  }

  @Override
  public List<StockRating> getStockRatings(List<String> symbols) {
    try {
      return ratings.ratings(symbols);
    } catch (SQLException e) {
      throw new WebServiceException(
          "Cannot read ratings, because their database failed: " + e.getMessage(), e);
    }
  }

  @Override
  public XMLGregorianCalendar getTime() {
    ZonedDateTime now = clock.instant().atZone(ZoneOffset.UTC);
    return datatypes.newXMLGregorianCalendar(GregorianCalendar.from(now));
  }

  @Override
  public List<FlightInfo> getFlightInfo(String from, String to) {
    return data.flights(from, to);
  }
}
