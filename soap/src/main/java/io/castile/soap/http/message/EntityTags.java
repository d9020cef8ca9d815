package io.castile.soap.http.message;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of answers (RFC 9110 §8.8.3) and the condition {@code If-None-Match} (§13.1.2). A
 * message has the same strong tag wherever it is the same; behind a {@code ~} in it stands the
 * content coding, as a strong tag is another one for another coding (§8.8.3.3). A client that holds
 * the message in any coding holds the message.
 *
 * <p>HTTP answers 304 to GET and HEAD only. Calls are POST; the response cache asks so for
 * operations that a policy calls cached, and answers 304 as Takase and Tatsubori do.
 */
public final class EntityTags {
  /** The name of the header field. */
  public static final String FIELD = "ETag";

  /** Longer fields are passed over: no client holds so many tags. */
  private static final int MAX_LENGTH = 8192;

  private static final Pattern TAG = Pattern.compile("(?:W/)?\"([\\x21\\x23-\\x7E\\x80-\\xFF]*)\"");

  private EntityTags() {}

  /** Returns the tag of the same message in a content coding. */
  public static String coded(String tag, String coding) {
    int end = tag.lastIndexOf('"');
    return tag.substring(0, end) + '~' + coding + '"';
  }

  /**
   * Returns the tag that a client has named of a message that has not changed; null for none.
   *
   * @param ifNoneMatch null for none
   * @param tag of the message that would be sent; null for none
   */
  public static @Nullable String named(@Nullable String ifNoneMatch, @Nullable String tag) {
    if (ifNoneMatch == null || tag == null || ifNoneMatch.length() > MAX_LENGTH) {
      return null;
    }
    Matcher own = TAG.matcher(tag);
    if (!own.matches()) {
      return null;
    }
    String message = uncoded(own.group(1));
    Matcher named = TAG.matcher(ifNoneMatch);
    while (named.find()) {
      if (uncoded(named.group(1)).equals(message)) {
        return named.group();
      }
    }
    return null;
  }

  private static String uncoded(String opaque) {
    int coding = opaque.indexOf('~');
    return coding < 0 ? opaque : opaque.substring(0, coding);
  }
}
