package io.castile.codec.encoded;

import io.castile.xml.XmlReader;
import java.util.Arrays;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The description in the tags of an encoded array: {@code arrayType="p:name[][2,3]"} (SOAP 1.1
 * §5.4.2), or {@code itemType} and {@code arraySize="2 3"} (SOAP 1.2 part 2 §3.1.6).
 *
 * @param item the type of the innermost items; null where it is not said
 * @param ranks of the arrays that are the items, outermost first, each 1 or more; empty where the
 *     items are no arrays
 * @param sizes of the dimensions; null where they are not said, -1 for a first one that is not
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArrayHeader(@Nullable QName item, int[] ranks, int @Nullable [] sizes) {
  static final ArrayHeader NOTHING = new ArrayHeader(null, new int[0], null);

  private static final int MAX_RANK = 16;
  private static final String EXPECTED = "an arrayType such as 'xsd:string[2]'";

  /** Parses the header of SOAP 1.1. */
  static ArrayHeader parse(String text, XmlReader in) {
    int open = text.indexOf('[');
    if (open <= 0 || !text.endsWith("]")) {
      throw in.unexpected(EXPECTED, "'" + text + "'");
    }
    QName item = name(text.substring(0, open).strip(), in);
    String[] groups = text.substring(open + 1, text.length() - 1).split("]\\s*\\[", -1);
    int[] ranks = new int[groups.length - 1];
    long dimensions = 0;
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = groups[i].split(",", -1).length;
      dimensions += ranks[i];
    }
    if (dimensions > MAX_RANK) {
      throw in.unexpected(
          "arrays of at most " + MAX_RANK + " dimensions in all", dimensions + " of them");
    }
    String last = groups[groups.length - 1].strip();
    return new ArrayHeader(item, ranks, last.isEmpty() ? null : sizes(last.split(",", -1), in));
  }

  /** Parses the header of SOAP 1.2. */
  static ArrayHeader parse(@Nullable String itemType, @Nullable String arraySize, XmlReader in) {
    QName item = itemType == null ? null : name(itemType, in);
    if (arraySize == null || arraySize.isBlank()) {
      return new ArrayHeader(item, new int[0], null);
    }
    String[] sizes = arraySize.strip().split("\\s+");
    if (!sizes[0].equals("*")) {
      return new ArrayHeader(item, new int[0], sizes(sizes, in));
    }
    sizes[0] = "0";
    int[] known = sizes(sizes, in);
    known[0] = -1;
    return new ArrayHeader(item, new int[0], known.length == 1 ? null : known);
  }

  private static QName name(String text, XmlReader in) {
    int colon = text.indexOf(':');
    String prefix = colon < 0 ? "" : text.substring(0, colon);
    String uri = in.namespaceUri(prefix);
    if (uri == null) {
      throw in.unexpected("a declared prefix in the type of an array", "'" + text + "'");
    }
    return new QName(uri, text.substring(colon + 1));
  }

  private static int[] sizes(String[] texts, XmlReader in) {
    if (texts.length > MAX_RANK) {
      throw in.unexpected("an array of at most " + MAX_RANK + " dimensions", texts.length + "");
    }
    int[] sizes = new int[texts.length];
    long product = 1;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = number(texts[i], in);
      product *= Math.max(1, sizes[i]);
      if (product > Integer.MAX_VALUE) {
        throw in.unexpected(
            "an array of fewer than 2147483648 items", "sizes " + String.join(", ", texts));
      }
    }
    return sizes;
  }

  private static int number(String text, XmlReader in) {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, with the place.
    }
    throw in.unexpected("the size of an array, from 0 to 2147483647", "'" + text + "'");
  }

  int rank() {
    return sizes == null ? 1 : sizes.length;
  }

  /** How many items there are; -1 where it is not said. */
  int length() {
    if (sizes == null || sizes[0] < 0) {
      return -1;
    }
    int product = 1;
    for (int size : sizes) {
      product *= size;
    }
    return product;
  }

  /**
   * The place of an item in a row of all.
   *
   * @param text such as {@code [1,2]}
   */
  int place(String text, XmlReader in) {
    String trimmed = text.strip();
    if (!trimmed.startsWith("[") || !trimmed.endsWith("]")) {
      throw in.unexpected("a place in an array such as '[2]'", "'" + text + "'");
    }
    String[] numbers = trimmed.substring(1, trimmed.length() - 1).split(",", -1);
    if (numbers.length != rank()) {
      throw in.unexpected("a place in " + rank() + " dimensions", "'" + text + "'");
    }
    long place = 0;
    for (int i = 0; i < numbers.length; i++) {
      int number = number(numbers[i], in);
      int size = sizes == null ? -1 : sizes[i];
      if (size >= 0 && number >= size) {
        throw in.unexpected("a place below " + Arrays.toString(sizes), "'" + text + "'");
      }
      place = place * Math.max(1, size) + number;
    }
    if (place >= Integer.MAX_VALUE) {
      throw in.unexpected("a place in an array, below 2147483647", "'" + text + "'");
    }
    return (int) place;
  }
}
