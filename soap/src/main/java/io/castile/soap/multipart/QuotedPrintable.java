package io.castile.soap.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;

/**
 * Takes {@code quoted-printable} off (RFC 2045 §6.7). Lines may be long and end with CRLF or LF,
 * which is kept; blanks at their ends are none of the content. Digits may be in lower case.
 */
final class QuotedPrintable extends TransferDecoder {
  /** More than a line of a message on its way may have (RFC 5322 §2.1.1). */
  private static final int MAX_BLANKS = 1000;

  private static final int SOFT_BREAK = -2;

  /** Blanks that turned out to be within a line, from the next one on. */
  private final byte[] blanks = new byte[MAX_BLANKS];

  private int from;
  private int to;

  QuotedPrintable(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    while (true) {
      if (from < to) {
        return blanks[from++];
      }
      int c = next();
      switch (c) {
        case ' ', '\t' -> keepBlanks(c);
        case '=' -> {
          int escaped = escaped();
          if (escaped != SOFT_BREAK) {
            return escaped;
          }
        }
        case '\r' -> {
          int feed = next();
          if (feed != '\n') {
            throw unexpected("quoted-printable: LF behind CR", feed);
          }
          unread();
          return c;
        }
        default -> {
          if (c != END && c != '\n' && (c < ' ' || c > '~')) {
            throw unexpected("quoted-printable: printable ASCII, or =XX,", c);
          }
          return c;
        }
      }
    }
  }

  /** Keeps a run of blanks, but at the end of a line. */
  private void keepBlanks(int first) throws IOException {
    from = 0;
    to = 0;
    int c = first;
    for (; isBlank(c); c = next()) {
      if (to == MAX_BLANKS) {
        throw unexpected("quoted-printable: at most " + MAX_BLANKS + " blanks in a row", c);
      }
      blanks[to++] = (byte) c;
    }
    if (c == END || c == '\r' || c == '\n') {
      to = 0;
    }
    if (c != END) {
      unread();
    }
  }

  /** Returns the byte behind a {@code =}, or {@link #SOFT_BREAK}. */
  private int escaped() throws IOException {
    int c = next();
    if (HexFormat.isHexDigit(c)) {
      int low = next();
      if (!HexFormat.isHexDigit(low)) {
        throw unexpected("quoted-printable: two hexadecimal digits behind '='", low);
      }
      return HexFormat.fromHexDigit(c) << 4 | HexFormat.fromHexDigit(low);
    }
    while (isBlank(c)) {
      c = next();
    }
    if (c == '\r') {
      c = next();
    }
    if (c != '\n') {
      throw unexpected("quoted-printable: two hexadecimal digits or a line's end behind '='", c);
    }
    return SOFT_BREAK;
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t';
  }
}
