package io.castile.bench.calls;

import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Rating;
import io.castile.demo.portal.StockRating;
import java.io.Serializable;
import java.math.BigDecimal;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/** The operations of {@link CallOperation} as a service for Java RMI is written. */
interface RemotePortal extends Remote {
  /** Like {@link io.castile.demo.portal.Portal#getSimple}. */
  int getSimple() throws RemoteException;

  /** Like {@link io.castile.demo.portal.Portal#doGoogleSearch}. */
  GoogleSearchResult search(
      String key,
      String q,
      int start,
      int maxResults,
      boolean filter,
      String restrict,
      boolean safeSearch,
      String lr,
      String ie,
      String oe)
      throws RemoteException;

  /** Like {@link io.castile.demo.portal.Portal#getStockRatings}. */
  List<Line> getStockRatings(List<String> symbols) throws RemoteException;

  /** Like {@link io.castile.demo.portal.Portal#getDoubles}. */
  double[] getDoubles(int count) throws RemoteException;

  /** Like {@link io.castile.demo.portal.Portal#putDoubles}. */
  int putDoubles(double[] values) throws RemoteException;

  /** A {@link StockRating} that can be serialized. */
  record Line(
      String symbol, Rating rating, double price, BigDecimal target, XMLGregorianCalendar since)
      implements Serializable {
    static Line of(StockRating bean) {
      return new Line(
          bean.getSymbol(), bean.getRating(), bean.getPrice(), bean.getTarget(), bean.getSince());
    }

    StockRating bean() {
      StockRating bean = new StockRating();
      bean.setSymbol(symbol);
      bean.setRating(rating);
      bean.setPrice(price);
      bean.setTarget(target);
      bean.setSince(since);
      return bean;
    }
  }
}
