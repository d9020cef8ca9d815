package io.castile.delta;

import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header field {@code Castile} of a request, an Item of RFC 9651: the version of the protocol,
 * with the version of the base that the client holds ({@code b}), or of a message that it wants
 * again ({@code f}), or with the word that the content is a delta ({@code r}).
 *
 * @param base the version; {@link #NONE} for none
 * @param fetched the version; {@link #NONE} for none
 * @param delta whether the content is a delta, after {@link RequestDelta the versions}
 */
record Offer(long base, long fetched, boolean delta) {
  static final String FIELD = "Castile";

  /** The field's name as it is in the headers of a message that came. */
  static final String RECEIVED_FIELD = "castile";

  /** What a server's field says, too: that the message may be the base of a delta. */
  static final String PROTOCOL = "1";

  /** What a server says that takes requests as deltas. */
  static final String TAKES_DELTAS = PROTOCOL + ";r";

  /** What a server says that does not hold the base of a request, and has done nothing. */
  static final String UNKNOWN_BASE = PROTOCOL + ";u";

  /** The content coding. */
  static final String CODING = "csd";

  static final long NONE = -1;

  private static final Pattern VALUE =
      Pattern.compile("1(?:;(?:([bf])=\"([A-Za-z0-9_-]{8})\"|(r)))?(?:;.*)?");

  static Offer none() {
    return new Offer(NONE, NONE, false);
  }

  static Offer ofBase(long version) {
    return new Offer(version, NONE, false);
  }

  static Offer ofFetch(long version) {
    return new Offer(NONE, version, false);
  }

  /** Returns the offer that a field is; null if there is none, or it is of another version. */
  static Offer of(String field) {
    if (field == null) {
      return null;
    }
    Matcher matcher = VALUE.matcher(field.trim());
    if (!matcher.matches()) {
      return null;
    }
    if (matcher.group(3) != null) {
      return new Offer(NONE, NONE, true);
    }
    if (matcher.group(1) == null) {
      return none();
    }
    long version = 0;
    for (byte b : Base64.getUrlDecoder().decode(matcher.group(2))) {
      version = version << 8 | b & 0xff;
    }
    return matcher.group(1).equals("b") ? ofBase(version) : ofFetch(version);
  }

  /** Returns the field. */
  String field() {
    if (delta) {
      return PROTOCOL + ";r";
    }
    if (base != NONE) {
      return PROTOCOL + ";b=\"" + text(base) + '"';
    }
    return fetched == NONE ? PROTOCOL : PROTOCOL + ";f=\"" + text(fetched) + '"';
  }

  private static String text(long version) {
    byte[] bytes = new byte[6];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (version >>> 40 - 8 * i);
    }
    return Base64.getUrlEncoder().encodeToString(bytes);
  }
}
