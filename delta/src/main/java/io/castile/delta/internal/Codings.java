package io.castile.delta.internal;

import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.soap.server.AnswerEncoder;
import io.castile.soap.server.RequestDecoder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content codings of messages that a server reads and sends outside of its chain. */
public final class Codings {
  private static @Nullable Access access; // null before the class of compression is initialized

  private Codings() {}

  /** The codings that the package of the link gives. */
  public abstract static class Access {
    /** For the one class of that package. */
    protected Access() {}

    /** Returns the encoder of options. */
    protected abstract AnswerEncoder encoder(Compression options);

    /** Returns the encoder of a link; null for none. */
    protected abstract @Nullable AnswerEncoder encoder(Differential link);

    /** Returns the decoder. */
    protected abstract RequestDecoder decoder();
  }

  /** Sets how codings are made; called once, when the class of options is initialized. */
  public static void access(Access codings) {
    access = codings;
  }

  private static Access access() {
    Objects.requireNonNull(Compression.DEFAULT); // its class is initialized
    return Objects.requireNonNull(access, "access");
  }

  /**
   * Returns what puts codings on responses of a server, its faults and descriptions.
   *
   * @throws IllegalStateException if the only coding is {@code zstd}, and its library is absent
   */
  public static AnswerEncoder encoder(Compression options) {
    return access().encoder(options);
  }

  /**
   * Returns the encoder that puts ordinary content codings on a server's messages beside responses
   * of the link: faults, descriptions. Null where the options leave codings off.
   */
  public static @Nullable AnswerEncoder encoder(Differential link) {
    return access().encoder(link);
  }

  /**
   * Returns what takes {@code gzip}, {@code zstd} and {@code deflate} off requests, for every
   * server.
   */
  public static RequestDecoder decoder() {
    return access().decoder();
  }
}
