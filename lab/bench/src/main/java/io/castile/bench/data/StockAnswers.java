package io.castile.bench.data;

import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.message.RatedStock;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers with one of its lists after the other. They are made beforehand, so that making them
 * takes no time from calls, and share no object, as those of a service that reads them from
 * somewhere. Thread-safe.
 */
@WebService(
    endpointInterface = "io.castile.bench.data.Stocks",
    targetNamespace = RatedStock.NAMESPACE,
    serviceName = "StocksService",
    portName = "StocksPort")
public final class StockAnswers implements Stocks {
  private final List<List<RatedStock>> ratings;
  private final List<double[]> values;
  private final AtomicInteger calls = new AtomicInteger();

  private StockAnswers(List<List<RatedStock>> ratings, List<double[]> values) {
    this.ratings = ratings;
    this.values = values;
  }

  /** Answers of so many ratings, of which so many per cent change each time. */
  public static StockAnswers ofRatings(int count, int percent) {
    List<BitSet> states = AnswerCycle.states(count, percent);
    return new StockAnswers(new Ratings(count).lists(states), List.of());
  }

  /** Answers of so many ratings, of which so many change each time. */
  public static StockAnswers ofChangedRatings(int count, int changed) {
    List<BitSet> states = AnswerCycle.statesByCount(count, changed);
    return new StockAnswers(new Ratings(count).lists(states), List.of());
  }

  /** Answers of so many ratings, of which so many per cent go each time, and as many come. */
  public static StockAnswers ofMovedRatings(int count, int percent) {
    List<BitSet> states = AnswerCycle.states(count, percent);
    return new StockAnswers(new Ratings(count).movedLists(states), List.of());
  }

  /** Answers of so many random doubles, of which so many per cent change each time. */
  public static StockAnswers ofValues(int count, int percent) {
    double[] first = new Random(2).doubles(count).toArray();
    double[] second = new Random(4).doubles(count).toArray();
    List<double[]> all = new ArrayList<>();
    AnswerCycle.states(count, percent)
        .forEach(
            state -> {
              double[] values = first.clone();
              state.stream().forEach(i -> values[i] = second[i]);
              all.add(values);
            });
    return new StockAnswers(List.of(), all);
  }

  @Override
  public List<RatedStock> getRatings(String portfolio) {
    return ratings.get(next());
  }

  @Override
  public double[] getValues(String series) {
    return values.get(next());
  }

  private int next() {
    return Math.floorMod(calls.getAndIncrement(), AnswerCycle.LENGTH);
  }

  /** Whether that is the answer that was given last. */
  public boolean isLast(Object answer) {
    int last = Math.floorMod(calls.get() - 1, AnswerCycle.LENGTH);
    if (answer instanceof double[] received) {
      return Arrays.equals(received, values.get(last));
    }
    return answer instanceof List<?> received
        && received.stream()
            .map(each -> ((RatedStock) each).values())
            .toList()
            .equals(ratings.get(last).stream().map(RatedStock::values).toList());
  }
}
