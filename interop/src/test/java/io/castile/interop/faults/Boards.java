package io.castile.interop.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * What the service answers: a function of the question, the caller, and the server, in which values
 * change and lines come, go and move from tick to tick. The first line of a board says what it was
 * made of, so that each board tells whether it is right.
 */
final class Boards {
  /** The market whose boards do not tell which server has made them, so that all make the same. */
  static final String COMMON = "market 0";

  private static final int LINES = 40;
  private static final int ORDERED = 12;

  private Boards() {}

  /**
   * Who answers.
   *
   * @param generation a number of this server process only; 0 for not told
   * @param edition of the service, from 1
   */
  record Maker(int generation, int edition) {}

  /** Returns the board that {@code maker} makes. */
  static List<Line> board(Maker maker, String market, long tick, String user) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      // Each line is there for some time, then is not.
      if (random(market, i, (tick + 3L * i) / 30).nextInt(8) != 0) {
        lines.add(line(maker.edition(), market, i, tick, user));
      }
    }
    Collections.rotate(lines, (int) (tick / 12 % 5));
    lines.add(0, proof(told(maker, market), market, tick, user));
    return lines;
  }

  private static Maker told(Maker maker, String market) {
    return market.equals(COMMON) ? new Maker(0, maker.edition()) : maker;
  }

  private static Line proof(Maker maker, String market, long tick, String user) {
    Line line = line(1, market, 0, 0, user);
    line.name = "board";
    line.tags =
        new ArrayList<>(
            List.of(
                Integer.toString(maker.generation()),
                Integer.toString(maker.edition()),
                market,
                Long.toString(tick),
                user));
    return line;
  }

  /** A tenth of the lines changes with each tick; a few values are the caller's own. */
  private static Line line(int edition, String market, int number, long tick, String user) {
    SplittableRandom random = random(market, number, (tick + number) / 10);
    Line line = new Line();
    line.name = "line " + number;
    line.price = BigDecimal.valueOf(random.nextLong(-5_000, 100_000), 2);
    line.stock = random.nextInt(1000);
    line.time =
        "2026-11-2" + number % 10 + "T1" + number % 7 + ":" + (10 + random.nextInt(50)) + ":00Z";
    line.rate = random.nextDouble();
    line.side = random.nextBoolean() ? Line.Side.BUY : Line.Side.SELL;
    for (int i = random.nextInt(3); i > 0; i--) {
      line.tags.add("<&" + Integer.toString(random.nextInt(100_000), 36) + "é");
    }
    if (number % 9 == 0) {
      line.tags.add("of " + user);
    }
    line.venue = edition == 1 ? null : "venue " + random.nextInt(4);
    return line;
  }

  private static SplittableRandom random(String market, int number, long time) {
    return new SplittableRandom(((long) market.hashCode() << 32) + 1_000_003L * time + number);
  }

  /**
   * Checks a board.
   *
   * @return who has made it
   * @throws AssertionError if it is not what was asked for
   */
  static Maker check(List<Line> lines, String market, long tick, String user) {
    List<String> proof = lines == null || lines.isEmpty() ? List.of() : lines.get(0).tags;
    if (proof.size() != 5) {
      throw new AssertionError("expected a board, found " + lines);
    }
    Maker maker = new Maker(Integer.parseInt(proof.get(0)), Integer.parseInt(proof.get(1)));
    List<Line> expected = board(maker, market, tick, user);
    if (!lines.equals(expected)) {
      throw new AssertionError("expected the board " + expected + "\nfound " + lines);
    }
    return maker;
  }

  /** Returns the lines of an order: like those of the order before. */
  static List<Line> ordered(String market, long tick, String user) {
    return board(new Maker(0, 1), market, tick, user).subList(0, ORDERED);
  }

  /** Returns what the service answers to an order. */
  static String receipt(int generation, String user, String id, List<Line> lines) {
    UUID digest = UUID.nameUUIDFromBytes(lines.toString().getBytes(UTF_8));
    return generation + ";" + user + ";" + id + ";" + digest;
  }

  /** As {@link #check}, for an order; returns the generation of the server. */
  static int check(String receipt, String user, String id, List<Line> lines) {
    int generation = Integer.parseInt(receipt.substring(0, Math.max(0, receipt.indexOf(';'))));
    String expected = receipt(generation, user, id, lines);
    if (!receipt.equals(expected)) {
      throw new AssertionError("expected the receipt " + expected + ", found " + receipt);
    }
    return generation;
  }
}
