package io.castile.bench.gateway;

import io.castile.bench.gateway.LoadConnection.Asked;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The load of {@link ClosedLoop} in a process of its own: says what came of it. */
final class LoadProgram {
  static final String RESULT = "result ";

  private LoadProgram() {}

  /**
   * Runs the load.
   *
   * @param arguments the port, the number of connections, the names of the question and of the way
   *     it is asked, and how long in milliseconds; for {@link Load.Way#NUMBERED} how many
   */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int connections = Integer.parseInt(arguments[1]);
    Load.Question question = Load.Question.valueOf(arguments[2]);
    Load.Way way = Load.Way.valueOf(arguments[3]);
    Supplier<Optional<Asked>> questions = questions(question, way, Long.parseLong(arguments[4]));
    Load.Result result = new ClosedLoop(questions, way == Load.Way.TOGETHER).run(port, connections);
    System.out.println(RESULT + result.line());
    System.exit(0);
  }

  /**
   * The questions in the order in which they are asked.
   *
   * @param extent how many milliseconds from the first one on; how many if they are numbered
   */
  static Supplier<Optional<Asked>> questions(Load.Question question, Load.Way way, long extent) {
    List<String> spellings =
        way == Load.Way.SPELLED ? question.spellings() : List.of(question.envelope());
    long first = System.currentTimeMillis() * 1_000; // no two runs ask the same new questions
    return new Supplier<>() {
      private long asked;
      private long end;

      @Override
      public Optional<Asked> get() {
        long now = System.nanoTime();
        if (asked == 0) {
          end = now + TimeUnit.MILLISECONDS.toNanos(extent);
        }
        boolean isOver = way == Load.Way.NUMBERED ? asked >= extent : now - end >= 0;
        if (isOver) {
          return Optional.empty();
        }
        String message = spellings.get((int) (asked % spellings.size()));
        asked++;
        if (way == Load.Way.OTHER || way == Load.Way.TOGETHER) {
          message = message.replace(">castile<", ">" + (first + asked) + "<");
        }
        String target = way == Load.Way.NUMBERED ? Load.TARGET + "?n=" + asked : Load.TARGET;
        return Optional.of(new Asked(target, message.getBytes(StandardCharsets.UTF_8)));
      }
    };
  }
}
