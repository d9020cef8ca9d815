package io.castile.bench.fleet;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** Questions as they come, in the order of their times. */
@FunctionalInterface
interface Arrivals {
  Iterator<Arrival> begin();

  /**
   * A question.
   *
   * @param micros when its client sends it, from the beginning
   * @param question its number, from 0
   * @param node to which the balancer sends it
   */
  record Arrival(long micros, int question, int node) {}

  static Arrivals of(List<Arrival> arrivals) {
    return arrivals::iterator;
  }

  /**
   * Questions that come independently of each other (Poisson), with frequencies by Zipf's law, to
   * nodes by turns.
   *
   * @param perSecond all nodes together
   * @param exponent of Zipf's law
   */
  static Arrivals zipf(double perSecond, int questions, double exponent, int nodes, long seed) {
    double[] upTo = new double[questions];
    double sum = 0;
    for (int i = 0; i < questions; i++) {
      sum += Math.pow(i + 1.0, -exponent);
      upTo[i] = sum;
    }
    double whole = sum;
    return () ->
        new Iterator<>() {
          private final Random random = new Random(seed);
          private double micros;
          private int count;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Arrival next() {
            micros -= 1e6 / perSecond * Math.log(1 - random.nextDouble());
            int place = Arrays.binarySearch(upTo, random.nextDouble() * whole);
            int question = Math.min(questions - 1, place < 0 ? -place - 1 : place);
            return new Arrival((long) micros, question, count++ % nodes);
          }
        };
  }
}
