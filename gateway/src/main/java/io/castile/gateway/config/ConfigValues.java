package io.castile.gateway.config;

import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.PolicyNodes;
import io.castile.cache.policy.text.ByteCounts;
import io.castile.cache.policy.text.Durations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads values of a configuration: each reader throws an error that has a place. */
final class ConfigValues {
  private final PolicyNodes in;
  private final Path folder;
  private final boolean checksFiles;

  /**
   * @param folder that names of files are relative to
   * @param checksFiles whether certificates, keys and tokens have to be there
   */
  ConfigValues(PolicyNodes in, Path folder, boolean checksFiles) {
    this.in = in;
    this.folder = folder;
    this.checksFiles = checksFiles;
  }

  /** Returns the text of an address for messages: without user and password. */
  static String shown(String address) {
    return address.replaceFirst("(?s)//[^/?#]*@", "//***@");
  }

  PolicyNodes nodes() {
    return in;
  }

  String text(Node node, String expected) {
    return in.value(node, expected, Function.identity());
  }

  Path file(Node node) {
    return in.value(node, "a file", text -> folder.resolve(text));
  }

  /** A file that has to be there when the gateway starts. */
  Path presentFile(Node node) {
    return in.value(
        node,
        "a file",
        text -> {
          Path file = folder.resolve(text);
          if (!checksFiles) {
            return file;
          }
          if (Files.isDirectory(file)) {
            throw new IllegalArgumentException("expected a file, found the folder " + file);
          }
          if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                Files.exists(file)
                    ? "Cannot read " + file + ", because its permissions forbid it."
                    : "expected a file at " + file + ", found none");
          }
          return file;
        });
  }

  boolean flag(Node node) {
    return in.value(
        node,
        "true or false",
        word ->
            switch (word) {
              case "true" -> true;
              case "false" -> false;
              default ->
                  throw new IllegalArgumentException(
                      "expected true or false but found '" + word + "'");
            });
  }

  int count(Node node) {
    return in.value(
        node,
        "a number",
        word -> {
          try {
            return Integer.parseInt(word);
          } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number but found '" + word + "'", e);
          }
        });
  }

  long size(Node node) {
    return in.value(node, ByteCounts.EXPECTED, ByteCounts::count);
  }

  int smallSize(Node node) {
    return (int) Math.min(Integer.MAX_VALUE, size(node));
  }

  Duration duration(Node node) {
    return in.value(node, Durations.EXPECTED, Durations::parse);
  }

  String fieldName(Node node) {
    return in.value(node, "the name of a header field", FieldNames::name);
  }

  List<AddressRange> ranges(Node node) {
    List<AddressRange> ranges = new ArrayList<>();
    in.items(node, "a list of addresses")
        .forEach(item -> ranges.add(in.value(item, "an address", AddressRange::parse)));
    return ranges;
  }

  // ---- mappings ----

  Words words(Node node, String expected, String what, String... allowed) {
    Words words = new Words(node);
    for (PolicyNodes.Entry entry : in.goodEntries(node, expected, what, List.of(allowed))) {
      words.values.put(entry.word(), entry.value());
    }
    return words;
  }

  /** The values of a mapping, by their words. */
  final class Words {
    private final Node node;
    private final Map<String, Node> values = new HashMap<>();

    private Words(Node node) {
      this.node = node;
    }

    boolean isEmpty() {
      return values.isEmpty();
    }

    boolean has(String word) {
      return values.containsKey(word);
    }

    @Nullable Node get(String word) {
      return values.get(word);
    }

    <T> T required(String word, Function<Node, T> reader) {
      Node value = values.get(word);
      if (value == null) {
        throw in.error(node, "expected '" + word + "', found none");
      }
      return reader.apply(value);
    }

    /**
     * A number that has to be positive; an error names it.
     *
     * @param mapping that the word stands in, for the error
     */
    <N extends Number> N positive(String word, String mapping, Function<Node, N> reader, N usual) {
      Node value = values.get(word);
      if (value == null) {
        return usual;
      }
      String name = mapping + word;
      N number = named(value, name, reader);
      if (number.longValue() <= 0) {
        throw in.error(value, "expected a positive number but found " + number + " (" + name + ")");
      }
      return number;
    }

    /** A time of {@code timeouts} that has to be positive; an error names it. */
    Duration time(String word, Duration usual) {
      Node value = values.get(word);
      if (value == null) {
        return usual;
      }
      String name = "timeouts." + word;
      Duration time = named(value, name, ConfigValues.this::duration);
      if (time.isNegative() || time.isZero()) {
        throw in.error(
            value, "expected a time above zero but found " + in.found(value) + " (" + name + ")");
      }
      return time;
    }

    private <T> T named(Node value, String name, Function<Node, T> reader) {
      try {
        return reader.apply(value);
      } catch (PolicyException e) {
        throw in.error(value, e.problem() + " (" + name + ")");
      }
    }

    @SuppressWarnings("NullAway") // null only where the caller says so
    <T extends @Nullable Object> T optional(
        String word, Function<Node, ? extends T> reader, @Nullable T otherwise) {
      Node value = values.get(word);
      return value == null ? otherwise : reader.apply(value);
    }
  }
}
