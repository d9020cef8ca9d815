package io.castile.demo;

import io.castile.demo.portal.PortalData;
import io.castile.demo.portal.Rating;
import io.castile.demo.portal.StockRating;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;

/**
 * The ratings of 195 stocks in an embedded database, as the service of the mSOAP paper has them.
 *
 * <p>Thread-safe: its one connection is used by one thread at a time.
 */
final class RatingsDatabase {
  private static final String COLUMNS = "SELECT symbol, rating, price, target, since FROM rating";

  private final DatatypeFactory datatypes;
  private final Connection connection; // Guarded by this.
  private final PreparedStatement all; // Guarded by this.
  private final PreparedStatement one; // Guarded by this.
  private final PreparedStatement reprice; // Guarded by this.
  private final int size;

  RatingsDatabase(PortalData data) throws SQLException {
    try {
      datatypes = DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new AssertionError("the platform has a DatatypeFactory", e);
    }
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    try (var create = connection.createStatement()) {
      create.execute(
          "CREATE TABLE rating (position INT PRIMARY KEY, symbol VARCHAR(16) UNIQUE,"
              + " rating VARCHAR(16), price DOUBLE PRECISION, target DECIMAL(20, 2), since VARCHAR(32))");
    }
    fill(data.ratings());
    size = data.ratings().size();
    reprice = connection.prepareStatement("UPDATE rating SET price = ? WHERE position = ?");
    all = connection.prepareStatement(COLUMNS + " ORDER BY position");
    one = connection.prepareStatement(COLUMNS + " WHERE symbol = ?");
  }

  private void fill(List<StockRating> ratings) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO rating VALUES (?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < ratings.size(); i++) {
        StockRating rating = ratings.get(i);
        insert.setInt(1, i);
        insert.setString(2, rating.getSymbol());
        insert.setString(3, rating.getRating().name());
        insert.setDouble(4, rating.getPrice());
        insert.setBigDecimal(5, rating.getTarget());
        insert.setString(6, rating.getSince().toXMLFormat());
        insert.executeUpdate();
      }
    }
  }

  /** The ratings in the order asked for, unknown symbols left out; all of them for no symbols. */
  synchronized List<StockRating> ratings(List<String> symbols) throws SQLException {
    List<StockRating> ratings = new ArrayList<>();
    if (symbols == null || symbols.isEmpty()) {
      add(all, ratings);
      return ratings;
    }
    for (String symbol : symbols) {
      one.setString(1, symbol);
      add(one, ratings);
    }
    return ratings;
  }

  /** Sets the price of some ratings anew. */
  synchronized void changePrices(int count, Random random) throws SQLException {
    for (int i = 0; i < count; i++) {
      reprice.setDouble(1, random.nextInt(100_000) / 100.0);
      reprice.setInt(2, random.nextInt(size));
      reprice.executeUpdate();
    }
  }

  private void add(PreparedStatement query, List<StockRating> into) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        StockRating rating = new StockRating();
        rating.setSymbol(rows.getString(1));
        rating.setRating(Rating.valueOf(rows.getString(2)));
        rating.setPrice(rows.getDouble(3));
        BigDecimal target = rows.getBigDecimal(4);
        rating.setTarget(target);
        rating.setSince(datatypes.newXMLGregorianCalendar(rows.getString(5)));
        into.add(rating);
      }
    }
  }
}
