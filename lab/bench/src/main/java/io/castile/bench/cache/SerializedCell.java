package io.castile.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.data.Message;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.bench.stack.Stack;
import io.castile.cache.key.CacheKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A cell of the suite {@code codegen}: a server's answer that is written by a serializer, or was
 * kept when it was written (the future work of Ranganath, King and Andresen: schema-driven
 * serializers and caches together).
 *
 * @param stack the name of the serializer's stack
 * @param hits how many of a hundred requests find their answer; all others keep theirs
 */
public record SerializedCell(String stack, String message, int hits) implements Cell {
  public static final String KEY = "serialized";

  static final List<Integer> HITS = List.of(0, 50, 90, 99, 100);

  /** Answers that are kept, as many as there are different requests. */
  private static final int ANSWERS = 100;

  /** What is written: the services of the paper, and a larger answer. */
  private static final List<String> MESSAGES =
      List.of("simple", "tuple", "array", "complex", "search reply");

  public static final String NOTE =
      "Serializers with a cache: of a hundred requests in turn so many find the bytes of their answer,"
          + " by a key of the arguments and a look-up in Caffeine; the others are written, and their"
          + " bytes kept in place of others. At 0 % nothing is found, so that key, look-up and keeping"
          + " are the cost of a cache that never helps.";

  @Override
  public String row() {
    return stack;
  }

  @Override
  public String scenario() {
    return scenario(message, hits);
  }

  private static String scenario(String message, int hits) {
    return "answer with " + message + ", " + hits + " % kept";
  }

  @Override
  public String key() {
    return String.join("\t", KEY, stack, message, Integer.toString(hits));
  }

  public static SerializedCell parse(List<String> parts) {
    return new SerializedCell(parts.get(0), parts.get(1), Integer.parseInt(parts.get(2)));
  }

  /** The cells, those of a stack in a JVM. */
  public static List<List<SerializedCell>> groups(boolean quick) {
    List<List<SerializedCell>> groups = new ArrayList<>();
    for (Stack stack : writers()) {
      List<SerializedCell> cells = new ArrayList<>();
      for (String message : messages(quick)) {
        for (int hits : quick ? List.of(0, 90, 100) : HITS) {
          cells.add(new SerializedCell(stack.name(), message, hits));
        }
      }
      groups.add(cells);
    }
    return groups;
  }

  private static List<Stack> writers() {
    return Stack.all().stream().filter(Stack::writes).toList();
  }

  private static List<String> messages(boolean quick) {
    return quick ? List.of("complex") : MESSAGES;
  }

  /** A table for each message. */
  public static List<Figure> figures(boolean quick) {
    List<String> rows = writers().stream().map(Stack::name).toList();
    return messages(quick).stream()
        .map(
            message ->
                new Figure(
                    "Serializers with a cache: " + message,
                    new Figure.Axis("% of answers that are kept", false),
                    (quick ? List.of(0, 90, 100) : HITS)
                        .stream()
                            .map(hits -> new Figure.Point(hits, scenario(message, hits)))
                            .toList(),
                    rows))
        .toList();
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Message chosen = Message.named(message);
    Stack row = Stack.named(stack);
    ReferenceAnswers.check(row, chosen);
    Answers answers = new Answers(row.prepare(chosen));
    for (int i = 0; i < 2 * ANSWERS; i++) {
      byte[] expected = answers.written();
      answers.run();
      if (!Arrays.equals(answers.last, expected)) {
        throw new IllegalStateException(row() + " gives a wrong " + scenario());
      }
    }
    return answers;
  }

  /** Answers a hundred different requests in turn. */
  private final class Answers implements Call {
    private final Stack.Prepared serializer;
    private final Cache<CacheKey, byte[]> kept =
        Caffeine.newBuilder()
            .maximumWeight(64 << 20)
            .weigher((CacheKey key, byte[] message) -> (int) (key.weight() + message.length))
            .expireAfterWrite(Duration.ofHours(1))
            .build();
    private final List<Supplier<CacheKey>> keys = new ArrayList<>();
    private int next;
    private byte[] last; // kept, so that nothing of the work can be left out

    Answers(Stack.Prepared serializer) throws Exception {
      this.serializer = serializer;
      GoogleOperation operation = GoogleOperation.SPELLING; // whose request has one short text
      KeyRow.Maker maker = KeyRow.ARGUMENTS.maker(operation);
      for (int i = 0; i < ANSWERS; i++) {
        keys.add(maker.of(operation.arguments(i)));
        kept.put(keys.get(i).get().toStored(), written());
      }
    }

    private byte[] written() throws Exception {
      serializer.write();
      return serializer.written();
    }

    @Override
    public void run() throws Exception {
      int request = next;
      next = next + 1 == ANSWERS ? 0 : next + 1;
      CacheKey key = keys.get(request).get();
      byte[] found = kept.getIfPresent(key);
      if (found == null || request % 100 >= hits) { // which is taken for one that is not there
        found = written();
        kept.put(key.toStored(), found);
      }
      last = found;
    }
  }
}
