package io.castile.cache.representation;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.internal.OperationCache;
import io.castile.cache.policy.RepresentationKind;
import org.jspecify.annotations.Nullable;

/** The kept content of a response: its values, or its message. Immutable and thread-safe. */
public sealed interface Content {
  /** The bytes of memory that this takes, about. */
  long weight();

  /**
   * The result and the values of OUT parameters, each in its representation.
   *
   * @param values never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Values(Stored<?>[] values) implements Content {
    /**
     * The values, the caller's own unless they are shared on purpose.
     *
     * @throws NotCacheableException if code of the application's fails
     */
    public @Nullable Object[] restore() {
      @Nullable Object[] restored = new Object[values.length];
      for (int i = 0; i < restored.length; i++) {
        restored[i] = values[i].restore();
      }
      return restored;
    }

    /**
     * The same values for a store of bytes.
     *
     * @throws IllegalArgumentException if one is not kept as XML
     */
    public Encoded encoded() {
      byte[][] encoded = new byte[values.length][];
      for (int i = 0; i < encoded.length; i++) {
        Stored<?> value = values[i];
        if (value.kept() != null && value.kind() != RepresentationKind.XML_MESSAGE) {
          throw new IllegalArgumentException("expected a value as XML, found " + value.kind());
        }
        encoded[i] = (byte[]) value.kept();
      }
      return new Encoded(encoded);
    }

    @Override
    public long weight() {
      long sum = ObjectLayout.object(1, 0) + ObjectLayout.references(values.length);
      for (Stored<?> value : values) {
        sum += value.weight();
      }
      return sum;
    }
  }

  /**
   * Values as XML, from a store of bytes; {@link OperationCache#own} has the codecs.
   *
   * @param values never changed; null for what has no value
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Encoded(byte[] @Nullable [] values) implements Content {
    @Override
    public long weight() {
      long sum = ObjectLayout.object(1, 0) + ObjectLayout.references(values.length);
      for (byte[] value : values) {
        sum += value == null ? 0 : ObjectLayout.array(byte.class, value.length);
      }
      return sum;
    }
  }

  /**
   * The message.
   *
   * @param bytes UTF-8, never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Message(byte[] bytes) implements Content {
    @Override
    public long weight() {
      return ObjectLayout.object(1, 0) + ObjectLayout.array(byte.class, bytes.length);
    }
  }

  /**
   * The events of the message.
   *
   * @param events in the order of the message
   */
  record Events(EventSequence events) implements Content {
    @Override
    public long weight() {
      return ObjectLayout.object(1, 0) + events.weight();
    }
  }

  /**
   * The message, outside of the heap.
   *
   * @param message owned by the store that keeps this
   */
  record OffHeap(KeptMessage message) implements Content {
    @Override
    public long weight() {
      return ObjectLayout.object(1, 0) + message.weight();
    }
  }
}
