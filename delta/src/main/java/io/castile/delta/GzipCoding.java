package io.castile.delta;

import io.castile.delta.format.BoundedOutput;
import io.castile.delta.format.DeltaException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPOutputStream;

/** The content coding {@code gzip} (RFC 1952). */
final class GzipCoding {
  static final String NAME = "gzip";

  /** The other name of the coding, by RFC 9110 §8.4.1.3. */
  static final String OTHER_NAME = "x-gzip";

  private static final int PIECE_BYTES = 16 << 10;

  private GzipCoding() {}

  /** Returns the content for a message. */
  static byte[] encode(byte[] message) {
    ByteArrayOutputStream content = new ByteArrayOutputStream(message.length / 4 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(content)) {
      out.write(message);
    } catch (IOException e) {
      throw new AssertionError("nothing is written but memory", e);
    }
    return content.toByteArray();
  }

  /**
   * Returns the message that a content is.
   *
   * @param maxBytes the size of the greatest message
   * @throws DeltaException if the content is malformed or damaged, or the message too large
   */
  static byte[] decode(byte[] content, int maxBytes) throws DeltaException {
    return read(open(new ByteArrayInputStream(content)), maxBytes);
  }

  /** Opens a content for reading the message that it is; what is damaged fails then. */
  static InputStream open(InputStream content) {
    return new GzipContent(content);
  }

  /**
   * Reads a message to its end, which must be in bounds, and closes it.
   *
   * @param message of what stands in memory
   */
  static byte[] read(InputStream message, int maxBytes) throws DeltaException {
    try (message) {
      BoundedOutput out = new BoundedOutput(maxBytes);
      byte[] piece = new byte[PIECE_BYTES];
      for (int count = message.read(piece); count >= 0; count = message.read(piece)) {
        out.append(piece, 0, count);
      }
      return out.toByteArray();
    } catch (DeltaException e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError("nothing is read but memory", e);
    }
  }
}
