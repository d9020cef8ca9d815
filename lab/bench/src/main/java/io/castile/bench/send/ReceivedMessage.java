package io.castile.bench.send;

import io.castile.bench.data.Message;
import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.bench.message.DoGoogleSearchResponse;
import io.castile.bench.message.GetStockRatingsResponse;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.castile.demo.portal.ResultElement;
import io.castile.demo.portal.StockRating;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import javax.xml.namespace.QName;

/** The messages of the suite {@code receivetime}, as they were and with a share of them changed. */
final class ReceivedMessage {
  static final String RATINGS = "195 stock ratings";
  static final String SEARCH = "search reply";

  private static final String QUERY = "web services caching";
  private static final PortalData BEFORE = PortalData.standard();

  /** The texts of a hit: each copies one from the first to the second. */
  private static final List<BiConsumer<ResultElement, ResultElement>> HIT_FIELDS =
      List.of(
          (from, to) -> to.setSummary(from.getSummary()),
          (from, to) -> to.setUrl(from.getUrl()),
          (from, to) -> to.setSnippet(from.getSnippet()),
          (from, to) -> to.setTitle(from.getTitle()),
          (from, to) -> to.setCachedSize(from.getCachedSize()),
          (from, to) -> to.setHostName(from.getHostName()),
          (from, to) -> to.setDirectoryCategory(from.getDirectoryCategory()),
          (from, to) -> to.setDirectoryTitle(from.getDirectoryTitle()));

  private ReceivedMessage() {}

  /** The names of all messages. */
  static List<String> names() {
    return List.of(RATINGS, SEARCH, "double[100000]", "MIO[10000]");
  }

  /**
   * A message.
   *
   * @param percent how many of its ratings, texts of hits, or numbers are others than in the
   *     message of 0, spread evenly and rounded up; lengths change as they happen to
   */
  static Message of(String name, int percent) {
    return of(name, percent, 1);
  }

  /**
   * A message of another edition.
   *
   * @param edition which other values these are, from 1 on; the same places are changed in all
   */
  static Message of(String name, int percent, int edition) {
    PortalData after = new PortalData(2004 + edition);
    return switch (name) {
      case RATINGS -> message(name, "getStockRatingsResponse", ratings(percent, after));
      case SEARCH -> message(name, "doGoogleSearchResponse", search(percent, after));
      default -> array(name, percent, edition);
    };
  }

  private static Message message(String name, String element, Object value) {
    return new Message(name, "", new QName(Portal.NAMESPACE, element), value);
  }

  private static Object ratings(int percent, PortalData data) {
    List<StockRating> before = BEFORE.ratings();
    List<StockRating> after = data.ratings();
    List<StockRating> mixed = new ArrayList<>(before.size());
    for (int i = 0; i < before.size(); i++) {
      mixed.add((NumberArrays.isChanged(i, percent) ? after : before).get(i));
    }
    return new GetStockRatingsResponse(mixed);
  }

  private static Object search(int percent, PortalData data) {
    GoogleSearchResult result = BEFORE.search(QUERY);
    GoogleSearchResult after = data.search(QUERY);
    int field = 0;
    for (int hit = 0; hit < result.getResultElements().size(); hit++) {
      for (BiConsumer<ResultElement, ResultElement> copy : HIT_FIELDS) {
        if (NumberArrays.isChanged(field++, percent)) {
          copy.accept(after.getResultElements().get(hit), result.getResultElements().get(hit));
        }
      }
    }
    return new DoGoogleSearchResponse(percent == 100 ? after : result);
  }

  private static Message array(String name, int percent, int edition) {
    int size = Integer.parseInt(name.substring(name.indexOf('[') + 1, name.length() - 1));
    boolean doubles = name.startsWith(NumberKind.DOUBLE + "[");
    NumberKind kind = doubles ? NumberKind.DOUBLE : NumberKind.MIO;
    NumberArrays.Items items =
        NumberArrays.items(NumberWidth.ANY, 0, NumberWidth.ANY, edition, percent);
    String element = doubles ? "getDoublesResponse" : "getMiosResponse";
    return message(name, element, NumberArrays.message(kind, size, items));
  }
}
