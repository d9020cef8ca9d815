package io.castile.soap.http.message;

import io.castile.soap.Headers;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The beginning of an answer that is no message, as it stands in messages of errors. */
public final class AnswerText {
  private static final int MAX_CHARACTERS = 200;

  /** The bytes that are searched: pages may begin with long scripts and styles. */
  private static final int MAX_BYTES = 16 << 10;

  private static final Pattern INVISIBLE =
      Pattern.compile("(?is)<(script|style)\\b.*?(?:</\\1\\s*+>|$)|<!--.*?(?:-->|$)");

  private static final Pattern TAGS = Pattern.compile("<[^<>]*+>?");

  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Cntrl}\\p{Z}]++");

  private AnswerText() {}

  /**
   * The text without secrets, on one line, in at most 200 characters. Markup is left out.
   *
   * @param body the content of the answer
   * @param charset as the answer says it; null where it does not
   * @param sent the header fields of the request
   * @return empty where there is no text: content of binary data, or none
   */
  public static String of(byte[] body, @Nullable String charset, Headers sent) {
    String text = decoded(Arrays.copyOf(body, Math.min(body.length, MAX_BYTES)), charset);
    if (text.indexOf('\0') >= 0) {
      return "";
    }
    String line = onOneLine(SecretText.masked(text, sent));
    if (line.startsWith("<")) {
      String visible = INVISIBLE.matcher(line).replaceAll(" ");
      line = onOneLine(TAGS.matcher(visible).replaceAll(" "));
    }
    if (line.length() <= MAX_CHARACTERS) {
      return line;
    }
    int cut = Character.isHighSurrogate(line.charAt(MAX_CHARACTERS - 1)) ? 1 : 0;
    return line.substring(0, MAX_CHARACTERS - cut) + "…";
  }

  /** Whether the answer begins as an envelope may, so that its text would say nothing new. */
  public static boolean mayBeEnvelope(byte[] body, @Nullable String charset) {
    return decoded(Arrays.copyOf(body, Math.min(body.length, 1024)), charset).contains("Envelope");
  }

  private static String onOneLine(String text) {
    return SPACE.matcher(text).replaceAll(" ").trim();
  }

  private static String decoded(byte[] bytes, @Nullable String charset) {
    if (charset != null) {
      try {
        return new String(bytes, Charset.forName(charset));
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        return decodedAsFound(bytes);
      }
    }
    return decodedAsFound(bytes);
  }

  /**
   * Decodes as UTF-8 where it is that, up to a character that was cut; else by an encoding that
   * never fails.
   */
  private static String decodedAsFound(byte[] bytes) {
    CharBuffer chars = CharBuffer.allocate(bytes.length);
    boolean isUtf8 =
        !StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes), chars, false)
            .isError();
    return isUtf8 ? chars.flip().toString() : new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
