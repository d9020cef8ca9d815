package io.castile.delta;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Zstandard;
import io.castile.soap.server.RequestDecoder;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Takes {@code gzip}, {@code zstd} where it can be read, and {@code deflate} off requests, a
 * bounded number of times.
 */
enum CodedRequests implements RequestDecoder {
  INSTANCE;

  @Override
  public String accepted() {
    return Zstandard.isPresent()
        ? String.join(", ", GzipCoding.NAME, ZstdCoding.NAME, DeflateContent.NAME)
        : String.join(", ", GzipCoding.NAME, DeflateContent.NAME);
  }

  @Override
  public String expected() {
    return "content codings of " + accepted() + ", at most " + ContentCodings.MAX_TAKEN_OFF;
  }

  @Override
  public boolean decodes(String codings) {
    ContentCodings named = ContentCodings.of(codings);
    try {
      return !named.names().contains(ZstdCoding.WITH_DICTIONARY) && named.left().names().isEmpty();
    } catch (DeltaException e) {
      return false; // too many
    }
  }

  @Override
  public InputStream open(String codings, InputStream content, long maxBytes) throws IOException {
    return new Decoded(ContentCodings.of(codings).open(content, null, maxBytes, maxBytes));
  }

  /** Says of what is malformed that it is, and not the connection. */
  private static final class Decoded extends FilterInputStream {
    Decoded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in.read(bytes, offset, length);
      } catch (DeltaException e) {
        throw new Refused(Objects.requireNonNull(e.getMessage()), e.isTooLarge(), e);
      }
    }
  }
}
