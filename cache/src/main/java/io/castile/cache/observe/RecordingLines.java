package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a recording, and the values in a line. Owned by one thread. */
final class RecordingLines {
  private static final int MAX_LINE_LENGTH = 64 << 10;
  private static final int SHOWN = 40;

  private final Reader in;
  private final StringBuilder text = new StringBuilder();
  private int line;

  /** The values of the line, the word first, and where each begins. */
  private List<String> values = List.of();

  private List<Integer> columns = List.of();
  private int next;

  RecordingLines(InputStream from) {
    in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8.newDecoder()));
  }

  /** Goes to the next line, and returns its word. */
  String next() throws IOException {
    line++;
    text.setLength(0);
    int c = read();
    if (c < 0) {
      throw problem(1, "the file ends before the line 'end'");
    }
    while (c >= 0 && c != '\n') {
      text.append((char) c);
      if (text.length() > MAX_LINE_LENGTH) {
        throw problem(MAX_LINE_LENGTH, "the line has more than " + MAX_LINE_LENGTH + " characters");
      }
      c = read();
    }
    split();
    next = 0;
    return value("a word");
  }

  private int read() throws IOException {
    try {
      return in.read();
    } catch (CharacterCodingException e) {
      throw problem(text.length() + 1, "expected UTF-8");
    }
  }

  private void split() {
    values = new ArrayList<>();
    columns = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf("\t"); end >= 0; end = text.indexOf("\t", start)) {
      values.add(text.substring(start, end));
      columns.add(start + 1);
      start = end + 1;
    }
    values.add(text.substring(start));
    columns.add(start + 1);
  }

  void expectEndOfFile() throws IOException {
    endOfLine();
    line++;
    text.setLength(0);
    if (read() >= 0) {
      throw problem(1, "expected nothing behind the line 'end'");
    }
  }

  void endOfLine() throws RecordingFormatException {
    if (next < values.size()) {
      String found = values.get(next++);
      throw refused("the end of the line", found);
    }
  }

  private String value(String expected) throws RecordingFormatException {
    if (next == values.size()) {
      throw problem(text.length() + 1, "expected " + expected + ", found the end of the line");
    }
    return values.get(next++);
  }

  long number(long most) throws RecordingFormatException {
    return number(0, most);
  }

  /** A number of the line, from {@code least} to {@code most}. */
  long number(long least, long most) throws RecordingFormatException {
    String expected = "a number from " + least + " to " + most;
    String value = value(expected);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As for a number beyond.
    }
    throw refused(expected, value);
  }

  /** A digest; null for none, where that is allowed. */
  @Nullable CallDigest digest(boolean isOptional) throws RecordingFormatException {
    String expected = "32 hexadecimal digits";
    String value = value(expected);
    if (isOptional && value.equals(RecordingWriter.NONE)) {
      return null;
    }
    if (value.length() != 32) {
      throw refused(expected, value);
    }
    return new CallDigest(hexadecimal(value.substring(0, 16)), hexadecimal(value.substring(16)));
  }

  private long hexadecimal(String digits) throws RecordingFormatException {
    try {
      if (!digits.startsWith("+")) {
        return Long.parseUnsignedLong(digits, 16);
      }
    } catch (NumberFormatException e) {
      // As for a sign.
    }
    throw refused("hexadecimal digits", digits);
  }

  /** Digests with commas between, at most so many; null for none. */
  long @Nullable [] digests(int most) throws RecordingFormatException {
    String expected = "at most " + most + " digests with commas between";
    String value = value(expected);
    if (value.equals(RecordingWriter.NONE)) {
      return null;
    }
    String[] parts = value.split(",", -1);
    if (parts.length > most) {
      throw refused(expected, value);
    }
    long[] digests = new long[parts.length];
    for (int i = 0; i < parts.length; i++) {
      digests[i] = parts[i].isEmpty() ? 0 : hexadecimal(parts[i]);
    }
    return digests;
  }

  boolean isFault() throws RecordingFormatException {
    String value = value("fault or -");
    if (!value.equals("fault") && !value.equals(RecordingWriter.NONE)) {
      throw refused("fault or -", value);
    }
    return value.equals("fault");
  }

  String name(int maxLength) throws RecordingFormatException {
    String value = value("a name");
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\') {
        i++;
        int escape = i < value.length() ? "\\tnr".indexOf(value.charAt(i)) : -1;
        if (escape < 0) {
          throw refused("\\t, \\n, \\r or \\\\", value.substring(i - 1));
        }
        name.append("\\\t\n\r".charAt(escape));
      } else {
        name.append(c);
      }
    }
    if (name.length() > maxLength) {
      throw refused("a name of at most " + maxLength + " characters", value);
    }
    return name.toString();
  }

  /** The value that was read last is not what was expected. */
  RecordingFormatException refused(String expected, String found) {
    String shown = found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found;
    return problem(
        columns.isEmpty() ? 1 : columns.get(Math.max(0, next - 1)),
        "expected " + expected + ", found '" + shown + "'");
  }

  private RecordingFormatException problem(int column, String problem) {
    return new RecordingFormatException(line, column, problem);
  }
}
