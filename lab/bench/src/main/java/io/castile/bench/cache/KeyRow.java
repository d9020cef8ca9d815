package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.request.MessageKeys;
import java.util.function.Supplier;

/**
 * The ways to make a key: the rows of the paper's Tables 6 and 8, what they say of the three
 * operations, and ours.
 */
enum KeyRow {
  /** The request is written first, as by a client. */
  XML_MESSAGE(
      "XML message",
      "XML message",
      new PaperRow(0.213, 0.212, 0.298),
      new PaperRow(586, 579, 974)) {
    @Override
    Maker maker(GoogleOperation operation) {
      CacheKey.Scope scope = operation.scope();
      MessageKeys keys = MessageKeys.of();
      GoogleOperation.RequestWriter writer = operation.requestWriter();
      return arguments -> () -> keys.key(scope, writer.write(arguments), UTF_8);
    }
  },
  /** The request is there, as on a server or in a gateway. */
  XML_MESSAGE_AT_HAND("XML message, at hand", null, PaperRow.NONE, PaperRow.NONE) {
    @Override
    Maker maker(GoogleOperation operation) {
      CacheKey.Scope scope = operation.scope();
      MessageKeys keys = MessageKeys.of();
      return arguments -> {
        byte[] message = operation.requestWriter().write(arguments);
        return () -> keys.key(scope, message, UTF_8);
      };
    }
  },
  SERIALIZATION(
      "Java serialization",
      "Java serialized form",
      new PaperRow(0.021, 0.022, 0.036),
      new PaperRow(234, 238, 462)) {
    @Override
    Maker maker(GoogleOperation operation) {
      return ofArguments(KeyKind.SERIALIZATION, operation);
    }
  },
  TO_STRING(
      "toString method",
      "Concatenated string",
      new PaperRow(0.005, 0.005, 0.008),
      new PaperRow(120, 123, 164)) {
    @Override
    Maker maker(GoogleOperation operation) {
      return ofArguments(KeyKind.TO_STRING, operation);
    }
  },
  ARGUMENTS("arguments", "arguments", PaperRow.NONE, PaperRow.NONE) {
    @Override
    Maker maker(GoogleOperation operation) {
      return ofArguments(KeyKind.ARGUMENTS, operation);
    }
  };

  private static final String UTF_8 = "UTF-8";

  private final String label;
  private final String sizeLabel;
  private final PaperRow paperMillis;
  private final PaperRow paperBytes;

  KeyRow(String label, String sizeLabel, PaperRow paperMillis, PaperRow paperBytes) {
    this.label = label;
    this.sizeLabel = sizeLabel;
    this.paperMillis = paperMillis;
    this.paperBytes = paperBytes;
  }

  /** What Table 6 calls it. */
  String label() {
    return label;
  }

  /** What Table 8 calls it; null if such keys are as large as those of another row. */
  String sizeLabel() {
    return sizeLabel;
  }

  /** The paper's times, in milliseconds. */
  PaperRow paperMillis() {
    return paperMillis;
  }

  /** The paper's sizes, in bytes. */
  PaperRow paperBytes() {
    return paperBytes;
  }

  /** A new maker of keys; those that one maker has made may be equal. */
  abstract Maker maker(GoogleOperation operation);

  /** Makes keys of one operation. */
  @FunctionalInterface
  interface Maker {
    /** What makes the key of a call again and again; for one thread. */
    Supplier<CacheKey> of(Object[] arguments);
  }

  private static Maker ofArguments(KeyKind kind, GoogleOperation operation) {
    CacheKey.Scope scope = operation.scope();
    Keys keys = Keys.of(kind, operation.argumentTypes());
    return arguments -> () -> keys.key(scope, arguments);
  }
}
