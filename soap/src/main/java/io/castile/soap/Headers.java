package io.castile.soap;

import io.castile.soap.internal.HttpSyntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Header fields of the transport (RFC 9110 §5): lines of a name and a value, in their order. Names
 * are the same in any case, and a name may have several lines.
 *
 * <p>Immutable and thread-safe. Look-ups compare names as they stand, without a copy of them.
 */
public final class Headers {
  private static final byte[] NOTHING = {}; // before NONE, which has it

  /** The headers without any field. */
  public static final Headers NONE = new Headers(new String[0]);

  /** A name, its value, the next name, and so on. */
  private final String[] lines;

  /** The first lines as they stand in the head of a request, for which they were checked. */
  private final byte[] encoded;

  /** How many of {@link #lines} these are. */
  private final int encodedSize;

  private Headers(String[] lines) {
    this(lines, NOTHING, 0);
  }

  private Headers(String[] lines, byte[] encoded, int encodedSize) {
    this.lines = lines;
    this.encoded = encoded;
    this.encodedSize = encodedSize;
  }

  /**
   * Returns fields of one line each.
   *
   * @param namesAndValues a name, its value, the next name, and so on
   */
  public static Headers of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "Cannot make headers of an odd number of arguments. Pass a value for each name.");
    }
    return namesAndValues.length == 0 ? NONE : new Headers(namesAndValues.clone());
  }

  /** Returns fields of one line each, by their names. */
  public static Headers of(Map<String, String> fields) {
    Builder builder = new Builder();
    fields.forEach(builder::add);
    return builder.build();
  }

  /**
   * Returns the fields that a property of a {@code MessageContext} holds, several values of a name
   * on one line.
   *
   * @param property a map by name of values or collections of values; anything else is none
   * @throws IllegalArgumentException if a name or a value cannot stand in a header field
   */
  public static Headers ofProperty(@Nullable Object property) {
    if (!(property instanceof Map<?, ?> given)) {
      return NONE;
    }
    Builder builder = new Builder();
    for (Map.Entry<?, ?> field : given.entrySet()) {
      if (field.getKey() != null && field.getValue() != null) {
        String name = field.getKey().toString();
        builder.add(name, HttpSyntax.checkedHeader(name, joined(field.getValue())));
      }
    }
    return builder.build();
  }

  /**
   * Returns the fields that a property of another stack holds, as {@link #ofProperty} has them, by
   * name in lower case, and not checked.
   */
  public static Headers ofForeign(@Nullable Object property) {
    if (!(property instanceof Map<?, ?> given)) {
      return NONE;
    }
    Builder builder = new Builder();
    for (Map.Entry<?, ?> field : given.entrySet()) {
      if (field.getKey() != null && field.getValue() != null) {
        builder.add(field.getKey().toString().toLowerCase(Locale.ROOT), joined(field.getValue()));
      }
    }
    return builder.build();
  }

  private static String joined(Object value) {
    return value instanceof Collection<?> several
        ? String.join(", ", several.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }

  /** Returns a builder of fields. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that begins with these fields. */
  public Builder newBuilder() {
    Builder builder = new Builder();
    builder.lines.addAll(Arrays.asList(lines));
    return builder;
  }

  /** Whether there is no field. */
  public boolean isEmpty() {
    return lines.length == 0;
  }

  /** Returns the number of lines. */
  public int size() {
    return lines.length / 2;
  }

  /** Returns the name on a line, counted from 0, as it was given. */
  public String name(int line) {
    return lines[2 * line];
  }

  /** Returns the value on a line, counted from 0. */
  public String value(int line) {
    return lines[2 * line + 1];
  }

  /** Whether there is a field. */
  public boolean has(String name) {
    return indexOf(name, 0) >= 0;
  }

  /**
   * Returns the value of a field; of several lines all, joined by commas (RFC 9110 §5.3), those of
   * {@code Set-Cookie}, in which a comma may stand, by line feeds.
   *
   * @return null where there is no such field
   */
  public @Nullable String get(String name) {
    int first = indexOf(name, 0);
    if (first < 0) {
      return null;
    }
    int next = indexOf(name, first + 2);
    if (next < 0) {
      return lines[first + 1];
    }
    String separator = name.equalsIgnoreCase("set-cookie") ? "\n" : ", ";
    StringBuilder all = new StringBuilder(lines[first + 1]);
    for (int at = next; at >= 0; at = indexOf(name, at + 2)) {
      all.append(separator).append(lines[at + 1]);
    }
    return all.toString();
  }

  /** Returns the value as {@link #get} does, or a substitute where there is no such field. */
  public String getOrDefault(String name, String absent) {
    String value = get(name);
    return value == null ? absent : value;
  }

  /** Returns the values on the lines of a field, in their order; none where there is no field. */
  public List<String> values(String name) {
    int first = indexOf(name, 0);
    if (first < 0) {
      return List.of();
    }
    List<String> values = new ArrayList<>(1);
    for (int at = first; at >= 0; at = indexOf(name, at + 2)) {
      values.add(lines[at + 1]);
    }
    return Collections.unmodifiableList(values);
  }

  /** Where the name of a line stands, from {@code start} on; -1 for nowhere. */
  private int indexOf(String name, int start) {
    for (int at = start; at < lines.length; at += 2) {
      if (lines[at].equalsIgnoreCase(name)) {
        return at;
      }
    }
    return -1;
  }

  /** Passes the name and the value of each line to an action. */
  public void forEach(BiConsumer<String, String> action) {
    for (int at = 0; at < lines.length; at += 2) {
      action.accept(lines[at], lines[at + 1]);
    }
  }

  /** Returns these fields with others, in place of those of the same names. */
  public Headers with(Headers others) {
    if (others.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return others;
    }
    return sharesNames(others) ? newBuilder().setAll(others).build() : before(others);
  }

  private boolean sharesNames(Headers others) {
    for (int at = 0; at < others.lines.length; at += 2) {
      if (has(others.lines[at])) {
        return true;
      }
    }
    return false;
  }

  /** Returns these fields, and then others, whose names are not among them. */
  private Headers before(Headers others) {
    String[] all = Arrays.copyOf(lines, lines.length + others.lines.length);
    System.arraycopy(others.lines, 0, all, lines.length, others.lines.length);
    return new Headers(all, encoded, encodedSize);
  }

  /** Returns these fields with another one, in place of that of the same name. */
  public Headers with(String name, String value) {
    return newBuilder().set(name, value).build();
  }

  /** Returns these fields without some of them. */
  public Headers without(String... names) {
    Builder builder = newBuilder();
    for (String name : names) {
      builder.remove(name);
    }
    return builder.build();
  }

  /** Returns the fields by name as first given, each with its value as {@link #get} has it. */
  public Map<String, String> toMap() {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int at = 0; at < lines.length; at += 2) {
      if (indexOf(lines[at], 0) == at) {
        fields.put(lines[at], get(lines[at]));
      }
    }
    return Collections.unmodifiableMap(fields);
  }

  /**
   * Returns the fields as applications and handlers see them, by name in any case, which the caller
   * may change: the lines of {@code Set-Cookie} apart, those of other names joined.
   */
  public Map<String, List<String>> toLists() {
    Map<String, List<String>> lists = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int at = 0; at < lines.length; at += 2) {
      if (indexOf(lines[at], 0) == at) {
        boolean isApart = lines[at].equalsIgnoreCase("set-cookie");
        lists.put(
            lines[at], new ArrayList<>(isApart ? values(lines[at]) : List.of(get(lines[at]))));
      }
    }
    return lists;
  }

  // ---- in requests ----

  /**
   * Returns these fields for requests that have them again and again: checked and encoded once.
   *
   * @throws IllegalArgumentException if one may not stand in a request
   */
  public Headers checked() {
    check();
    return new Headers(lines, encoded(), lines.length);
  }

  /**
   * Checks that the fields may stand in a request.
   *
   * @throws IllegalArgumentException if one may not (see {@link HttpSyntax#checkRequestField})
   */
  public void check() {
    for (int at = encodedSize; at < lines.length; at += 2) {
      HttpSyntax.checkRequestField(lines[at], lines[at + 1]);
    }
  }

  /** Whether all of them were checked when they were made. */
  public boolean isChecked() {
    return encodedSize == lines.length;
  }

  /** The lines as they stand in a head, each with its end. */
  public byte[] encoded() {
    if (isChecked()) {
      return encoded;
    }
    StringBuilder head = new StringBuilder(256);
    for (int at = encodedSize; at < lines.length; at += 2) {
      head.append(lines[at]).append(": ").append(lines[at + 1]).append("\r\n");
    }
    byte[] rest = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    if (encodedSize == 0) {
      return rest;
    }
    byte[] all = Arrays.copyOf(encoded, encoded.length + rest.length);
    System.arraycopy(rest, 0, all, encoded.length, rest.length);
    return all;
  }

  /** Whether the same names have the same values in the same order; the names' order is free. */
  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Headers fields) || fields.lines.length != lines.length) {
      return false;
    }
    if (Arrays.equals(lines, fields.lines)) {
      return true;
    }
    for (int at = 0; at < lines.length; at += 2) {
      if (!values(lines[at]).equals(fields.values(lines[at]))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int at = 0; at < lines.length; at += 2) {
      hash += 31 * hashOfName(lines[at]) + lines[at + 1].hashCode();
    }
    return hash;
  }

  private static int hashOfName(String name) {
    int hash = 0;
    for (int i = 0; i < name.length(); i++) {
      hash = 31 * hash + Character.toLowerCase(Character.toUpperCase(name.charAt(i)));
    }
    return hash;
  }

  /** Names only, as values may be credentials. */
  @Override
  public String toString() {
    return toMap().keySet().toString();
  }

  /** Builds header fields. Not thread-safe. */
  public static final class Builder {
    private final List<String> lines = new ArrayList<>();

    private Builder() {}

    /** Adds a line. */
    public Builder add(String name, String value) {
      lines.add(name);
      lines.add(value);
      return this;
    }

    /** Sets a field, in place of one of that name. */
    public Builder set(String name, String value) {
      int at = removeAll(name);
      lines.add(at, value);
      lines.add(at, name);
      return this;
    }

    /** Sets fields, in place of those of the same names. */
    public Builder setAll(Headers others) {
      for (int i = 0; i < others.size(); i++) {
        remove(others.name(i));
      }
      lines.addAll(Arrays.asList(others.lines));
      return this;
    }

    /** Removes a field, if it is there. */
    public Builder remove(String name) {
      removeAll(name);
      return this;
    }

    /** Removes the lines of a field; returns where the first one was, or else the end. */
    private int removeAll(String name) {
      int first = lines.size();
      for (int at = lines.size() - 2; at >= 0; at -= 2) {
        if (lines.get(at).equalsIgnoreCase(name)) {
          lines.remove(at + 1);
          lines.remove(at);
          first = at;
        }
      }
      return Math.min(first, lines.size());
    }

    /** Returns the fields. */
    public Headers build() {
      return lines.isEmpty() ? NONE : new Headers(lines.toArray(new String[0]));
    }
  }
}
