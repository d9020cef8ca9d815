package io.castile.cache.policy.internal;

import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.policy.text.ByteCounts;
import io.castile.cache.policy.text.Durations;
import io.castile.cache.policy.text.NameChecks;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A type of values in a policy: how it is read from YAML, checked and printed.
 *
 * @param <T> the type of the values, immutable, with equality
 */
public interface ValueType<T> {
  ValueType<Boolean> BOOLEAN =
      scalar(
          "true or false",
          text ->
              switch (text) {
                case "true" -> true;
                case "false" -> false;
                default ->
                    throw new IllegalArgumentException(
                        "expected true or false but found '" + NameChecks.shortened(text) + "'");
              },
          Function.identity(),
          value -> value);

  ValueType<Duration> DURATION =
      scalar(Durations.EXPECTED, Durations::parse, Durations::checked, Durations::print);

  /** A duration that is not zero. */
  ValueType<Duration> LIFETIME =
      scalar(Durations.EXPECTED, Durations::parse, ValueType::checkedLifetime, Durations::print);

  ValueType<Long> BYTE_COUNT =
      scalar(ByteCounts.EXPECTED, ByteCounts::parse, ByteCounts::checked, ByteCounts::print);

  ValueType<KeyKind> KEY = words("key", List.of(KeyKind.values()), KeyKind::word);

  ValueType<RepresentationKind> REPRESENTATION =
      words("representation", List.of(RepresentationKind.values()), RepresentationKind::word);

  /**
   * Reads a value.
   *
   * @throws PolicyException at the node, if it is no value of this type
   */
  T read(Node node, PolicyNodes in);

  /**
   * Returns {@code value} if a policy may state it.
   *
   * @throws IllegalArgumentException if not
   */
  T checked(T value);

  /** The value as a tree of text, {@code Boolean}, {@code List} and {@code Map}. */
  public Object tree(T value);

  /** A type whose values are one piece of text. */
  static <T> ValueType<T> scalar(
      String expected, Function<String, T> parse, Function<T, T> check, Function<T, Object> tree) {
    return new ValueType<>() {
      @Override
      public T read(Node node, PolicyNodes in) {
        return in.value(node, expected, text -> check.apply(parse.apply(text)));
      }

      @Override
      public T checked(T value) {
        return check.apply(value);
      }

      @Override
      public Object tree(T value) {
        return tree.apply(value);
      }
    };
  }

  /** A type whose values are the words of an enum. */
  static <E extends Enum<E>> ValueType<E> words(
      String what, List<E> values, Function<E, String> word) {
    List<String> allowed = values.stream().map(word).toList();
    return scalar(
        "one of " + String.join(", ", allowed),
        text -> {
          int index = allowed.indexOf(text);
          if (index < 0) {
            throw new IllegalArgumentException(NameChecks.unknown(what, text, allowed));
          }
          return values.get(index);
        },
        Function.identity(),
        word::apply);
  }

  private static Duration checkedLifetime(Duration duration) {
    if (duration.isZero()) {
      throw new IllegalArgumentException(
          "expected ttl > 0, found 0; to keep nothing, set 'cache: false'");
    }
    return Durations.checked(duration);
  }
}
