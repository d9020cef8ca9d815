package io.castile.cache.http;

import io.castile.cache.graph.GraphSize;
import io.castile.cache.graph.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The header fields of a request or response, by name in any case. A field may have several lines.
 *
 * <p>Immutable and thread-safe.
 */
public final class HttpFields {
  /** No fields: what did not come over HTTP. */
  public static final HttpFields NONE = new HttpFields(Map.of());

  /** What belongs to one connection and is not stored (RFC 9111 §3.1, RFC 9110 §7.6.1). */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade",
          "proxy-authenticate",
          "proxy-authentication-info",
          "proxy-authorization");

  /** By name in lower case; no list is empty. */
  private final Map<String, List<String>> lines;

  private HttpFields(Map<String, List<String>> lines) {
    this.lines = Collections.unmodifiableMap(lines);
  }

  /** The fields of a message, one line each. */
  public static HttpFields of(Map<String, String> fields) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    fields.forEach((name, value) -> lists.put(name, List.of(value)));
    return ofLines(lists);
  }

  /** The fields of a message, any number of lines each. */
  public static HttpFields ofLines(Map<String, List<String>> fields) {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    fields.forEach(
        (name, values) -> {
          if (!values.isEmpty()) {
            lines
                .computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                .addAll(values);
          }
        });
    lines.replaceAll((name, values) -> List.copyOf(values));
    return new HttpFields(lines);
  }

  /** The names of all fields, in lower case. */
  public Set<String> names() {
    return lines.keySet();
  }

  /** The lines of a field, in their order; empty if it is absent. */
  public List<String> lines(String name) {
    return lines.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /** The value of a field that has one line, or several equal ones; empty otherwise. */
  Optional<String> single(String name) {
    List<String> values = lines(name);
    return values.stream().distinct().count() == 1
        ? Optional.of(values.get(0).strip())
        : Optional.empty();
  }

  public boolean has(String name) {
    return !lines(name).isEmpty();
  }

  /** The members of a field that is a list of tokens, in lower case. */
  Set<String> members(String name) {
    Set<String> members = new HashSet<>();
    for (String line : lines(name)) {
      for (String member : line.split(",", -1)) {
        if (!member.isBlank()) {
          members.add(member.strip().toLowerCase(Locale.ROOT));
        }
      }
    }
    return members;
  }

  /** Returns a copy without the fields of the connection. */
  public HttpFields storable() {
    Set<String> listed = members("connection");
    Map<String, List<String>> kept = new LinkedHashMap<>(lines);
    kept.keySet().removeIf(name -> OF_CONNECTION.contains(name) || listed.contains(name));
    return new HttpFields(kept);
  }

  /** Returns a copy without some fields. */
  HttpFields without(Set<String> names) {
    Map<String, List<String>> kept = new LinkedHashMap<>(lines);
    kept.keySet().removeAll(names);
    return new HttpFields(kept);
  }

  /** Returns a copy in which the fields of {@code newer} are in place of those of the same name. */
  HttpFields updated(HttpFields newer) {
    Map<String, List<String>> all = new LinkedHashMap<>(lines);
    all.putAll(newer.lines);
    return new HttpFields(all);
  }

  /** The bytes of memory that this takes, about. */
  public long weight() {
    return lines.isEmpty() ? 0 : Layout.object(1, 0) + GraphSize.of(new HashMap<>(lines));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HttpFields fields && lines.equals(fields.lines);
  }

  @Override
  public int hashCode() {
    return lines.hashCode();
  }

  /** Names only, as values may be credentials. */
  @Override
  public String toString() {
    return lines.keySet().toString();
  }
}
