package io.castile.soap.http.message;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A content that is received as a whole, or of one that is too large for that, its beginning.
 *
 * @param bytes holds it; its own
 * @param count how many bytes of it there are
 * @param isWhole whether that is all; then there are no others in the array
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record ContentStart(byte[] bytes, int count, boolean isWhole) {
  /** Room for the first bytes, whatever length the sender claims. */
  private static final int FIRST_BYTES = 256 << 10;

  /** Room for the claimed length, once the first bytes have come; more doubles with what comes. */
  private static final int CLAIMED_BYTES = 4 << 20;

  private static final int UNKNOWN_BYTES = 8 << 10;

  /**
   * Receives all of a content.
   *
   * @param claimed the length that the sender claims, no more than {@code maxBytes}; -1 for none
   * @param content fails where it has more than {@code maxBytes}
   * @throws IOException if {@code content} fails
   */
  public static byte[] all(InputStream content, long claimed, long maxBytes) throws IOException {
    return of(content, claimed, (int) Math.min(maxBytes + 1, Integer.MAX_VALUE)).bytes();
  }

  /**
   * Receives a content as far as it has no more than so many bytes.
   *
   * @param claimed the length that the sender claims, no more than {@code most}; -1 for none
   * @throws IOException what {@code content} throws, as where the claim is not true
   */
  public static ContentStart of(InputStream content, long claimed, int most) throws IOException {
    byte[] bytes =
        new byte
            [claimed >= 0 ? (int) Math.min(claimed, FIRST_BYTES) : Math.min(UNKNOWN_BYTES, most)];
    int count = 0;
    while (true) {
      if (count == bytes.length) {
        if (count == claimed) {
          return new ContentStart(bytes, count, true);
        }
        if (count == most) {
          return new ContentStart(bytes, count, false);
        }
        long wanted =
            claimed >= 0 ? Math.min(claimed, Math.max(2L * count, CLAIMED_BYTES)) : 2L * count;
        bytes = Arrays.copyOf(bytes, (int) Math.min(most, wanted));
      }
      int read = content.read(bytes, count, bytes.length - count);
      if (read < 0) {
        return new ContentStart(Arrays.copyOf(bytes, count), count, true);
      }
      count += read;
    }
  }
}
