package io.castile.soap.server;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Takes content codings (RFC 9110 §8.4) off requests while they arrive. Thread-safe. */
public interface RequestDecoder {
  /** Returns the names of what is taken off, as in a field {@code Accept-Encoding} (RFC 7694). */
  String accepted();

  /** Returns what is expected of requests, to be told to senders of other ones. */
  default String expected() {
    return "content codings of " + accepted();
  }

  /** Whether all of these codings are taken off, as a field {@code Content-Encoding} names them. */
  boolean decodes(String codings);

  /**
   * Opens a content for reading what it was before it was coded. To be read by one thread, to the
   * end, and closed by it.
   *
   * @param codings as the field names them, for which {@link #decodes} holds
   * @param content as it arrives, not closed; what it throws is thrown on
   * @param maxBytes that may come out of each
   * @return what throws a {@link Refused} where the content is malformed, or more comes out of it
   * @throws IOException if {@code content} does
   */
  InputStream open(String codings, InputStream content, long maxBytes) throws IOException;

  /** A content is not what its codings say, or more comes out of it than may. */
  final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isTooLarge;

    /**
     * @param message what was expected, and what was found
     * @param isTooLarge whether more comes out of it than may
     * @param cause null for none
     */
    public Refused(String message, boolean isTooLarge, @Nullable Throwable cause) {
      super(message, cause);
      this.isTooLarge = isTooLarge;
    }

    /** Whether more comes out of the content than may. */
    public boolean isTooLarge() {
      return isTooLarge;
    }
  }
}
