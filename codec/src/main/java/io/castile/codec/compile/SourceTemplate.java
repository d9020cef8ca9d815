package io.castile.codec.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pieces of source text with places to fill in: {@code $name}.
 *
 * <p>Where a place is all that stands on a line, each line of its value gets the indentation of
 * that line, and an empty value leaves no line behind.
 */
final class SourceTemplate {
  private static final Pattern PLACE = Pattern.compile("\\$([a-z][A-Za-z]*)");
  private static final Pattern LINE = Pattern.compile("( *)\\$([a-z][A-Za-z]*)");

  private SourceTemplate() {}

  /**
   * Fills the places of a template.
   *
   * @param pairs names, each followed by its value
   */
  static String fill(String template, String... pairs) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    StringBuilder text = new StringBuilder(template.length() * 2);
    template.lines().forEach(line -> fillLine(line, values, text));
    return text.toString();
  }

  private static void fillLine(String line, Map<String, String> values, StringBuilder into) {
    Matcher alone = LINE.matcher(line);
    if (alone.matches()) {
      value(alone.group(2), values)
          .lines()
          .forEach(
              each -> into.append(each.isEmpty() ? "" : alone.group(1)).append(each).append('\n'));
      return;
    }
    into.append(
            PLACE
                .matcher(line)
                .replaceAll(
                    place ->
                        Matcher.quoteReplacement(value(place.group(1), values).stripTrailing())))
        .append('\n');
  }

  private static String value(String name, Map<String, String> values) {
    String value = values.get(name);
    if (value == null) {
      throw new AssertionError("nothing to put in the place of $" + name);
    }
    return value;
  }
}
