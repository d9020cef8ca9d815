package io.castile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arguments of a call as a person types them: {@code order.items[0].sku=pen photo=@a.png}. */
final class CallArguments {
  /** A name, perhaps with a namespace in braces, and the numbers of items. */
  private static final Pattern STEP =
      Pattern.compile("(@?(?:\\{[^{}]*})?[^.\\[\\]{}]+)((?:\\[[0-9]{1,6}])*)");

  /** A point that is not within a namespace. */
  private static final Pattern POINT = Pattern.compile("\\.(?![^{}]*})");

  /** Items that a list may have before the one that is given. */
  private static final int MAX_INDEX = 10_000;

  private final Map<String, Object> values = new LinkedHashMap<>();

  /**
   * Adds a value.
   *
   * @param text {@code path=value}; {@code path=@file} for what is in a file
   * @throws IllegalArgumentException if it is no such text, or does not go with those before
   * @throws IOException if the file cannot be read
   */
  void add(String text) throws IOException {
    int equals = sign(text);
    if (equals <= 0) {
      throw new IllegalArgumentException("expected name=value, found '" + text + "'");
    }
    String path = text.substring(0, equals);
    String value = text.substring(equals + 1);
    Object given = value.startsWith("@") ? Files.readAllBytes(Path.of(value.substring(1))) : value;
    set(path, given);
  }

  /** Where the first equals sign is that is not within a namespace; -1 for none. */
  private static int sign(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '=') {
        return i;
      }
      i = text.charAt(i) == '{' ? Math.max(i, text.indexOf('}', i)) : i;
    }
    return -1;
  }

  Map<String, Object> values() {
    return values;
  }

  private void set(String path, Object value) {
    Object at = values;
    Object key = null; // the name of a field of `at`, or the number of an item
    for (String step : POINT.split(path, -1)) {
      Matcher matcher = STEP.matcher(step);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "expected names with points between them, and items as in items[0], found '"
                + path
                + "'");
      }
      at = key == null ? at : entered(at, key, true, path);
      key = matcher.group(1);
      for (String index : matcher.group(2).split("]")) {
        if (!index.isEmpty()) {
          at = entered(at, key, false, path);
          key = Integer.valueOf(index.substring(1));
        }
      }
    }
    put(at, key, value, path);
  }

  /** What stands at a key: fields, or a list; made where there is nothing yet. */
  private static Object entered(Object at, Object key, boolean isFields, String path) {
    Object found = get(at, key);
    if (found == null) {
      found = isFields ? new LinkedHashMap<String, Object>() : new ArrayList<>();
      put(at, key, found, path);
    }
    if (isFields ? !(found instanceof Map) : !(found instanceof List)) {
      throw new IllegalArgumentException(
          "Cannot set '"
              + path
              + "', because a value before it has another shape. Use either fields or items");
    }
    return found;
  }

  private static Object get(Object at, Object key) {
    if (at instanceof Map<?, ?> map) {
      return map.get(key);
    }
    List<?> list = (List<?>) at;
    int index = (Integer) key;
    return index < list.size() ? list.get(index) : null;
  }

  @SuppressWarnings("unchecked") // both are made here
  private static void put(Object at, Object key, Object value, String path) {
    if (at instanceof Map) {
      Object before = ((Map<String, Object>) at).put((String) key, value);
      if (before != null) {
        throw new IllegalArgumentException("Cannot set '" + path + "' twice. Remove one of them");
      }
      return;
    }
    List<Object> list = (List<Object>) at;
    int index = (Integer) key;
    if (index > MAX_INDEX || index > list.size()) {
      throw new IllegalArgumentException(
          "Cannot set item "
              + index
              + " of '"
              + path
              + "', because item "
              + list.size()
              + " is missing. Set it first");
    }
    if (index < list.size()) {
      throw new IllegalArgumentException("Cannot set '" + path + "' twice. Remove one of them");
    }
    list.add(value);
  }
}
