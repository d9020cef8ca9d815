package io.castile.bench.calls;

import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.PortalData;
import io.castile.demo.portal.StockRating;
import java.util.List;
import javax.xml.namespace.QName;

/** The right answers of the suite {@code calls}. */
final class CallAnswers {
  private static final PortalData DATA = PortalData.standard();
  private static final Codecs CODECS = Codecs.forTypes(GoogleSearchResult.class, StockRating.class);

  /** Any will do: nothing is written. */
  private static final QName NAME = new QName("answer");

  private CallAnswers() {}

  /**
   * Calls all operations, and looks at the answers; must be done before anything is timed.
   *
   * @throws IllegalStateException if one is wrong
   */
  static void check(String who, CallEnd end, List<CallOperation> operations) throws Exception {
    for (CallOperation operation : operations) {
      for (int turn = 0; turn < CallOperation.QUERIES; turn++) {
        Object answer = end.call(operation, turn);
        if (!end.isRight(operation, turn, answer)) {
          throw new IllegalStateException(
              who + " gives a wrong answer to '" + operation.label() + "': " + answer);
        }
      }
    }
  }

  /**
   * Whether that is the answer.
   *
   * @param answer as {@link CallEnd#plain} makes it
   */
  static boolean isRight(CallOperation operation, int turn, Object answer) {
    return switch (operation) {
      case SIMPLE -> answer.equals(DATA.simple());
      case SEARCH, SEARCHES ->
          answer instanceof GoogleSearchResult result
              && equal(GoogleSearchResult.class, DATA.search(operation.query(turn)), result);
      case RATINGS -> answer instanceof List<?> list && areRatings(list);
      case GET_DOUBLES -> answer.equals(DATA.doubles(CallOperation.DOUBLES));
      case PUT_DOUBLES -> answer.equals(CallOperation.DOUBLES);
    };
  }

  private static boolean areRatings(List<?> answer) {
    List<StockRating> expected = DATA.ratings();
    boolean same = answer.size() == expected.size();
    for (int i = 0; same && i < expected.size(); i++) {
      same =
          answer.get(i) instanceof StockRating rating
              && equal(StockRating.class, expected.get(i), rating);
    }
    return same;
  }

  private static <T> boolean equal(Class<T> type, T expected, T answer) {
    Codec<T> codec = CODECS.element(type, NAME);
    return codec.equal(expected, answer);
  }
}
