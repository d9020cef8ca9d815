package io.castile.cache.http;

import io.castile.cache.graph.ObjectLayout;
import io.castile.soap.Headers;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Header fields as a cache reads and stores them (RFC 9111 §3.1). */
public final class StoredFields {
  /**
   * The fields that belong to one connection and are not stored (RFC 9111 §3.1, RFC 9110 §7.6.1).
   */
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

  private StoredFields() {}

  /** Returns the fields without those of the connection, by name in lower case. */
  public static Headers of(Headers fields) {
    Set<String> listed = members(fields, "Connection");
    Headers.Builder kept = Headers.builder();
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.name(i).toLowerCase(Locale.ROOT);
      if (!OF_CONNECTION.contains(name) && !listed.contains(name)) {
        kept.add(name, fields.value(i));
      }
    }
    return kept.build();
  }

  /** The value of a field that has one line, or several equal ones; empty otherwise. */
  static Optional<String> single(Headers fields, String name) {
    List<String> values = fields.values(name);
    return values.stream().distinct().count() == 1
        ? Optional.of(values.get(0).strip())
        : Optional.empty();
  }

  /** The members of a field that is a list of tokens, in lower case. */
  static Set<String> members(Headers fields, String name) {
    Set<String> members = new HashSet<>();
    for (String line : fields.values(name)) {
      for (String member : line.split(",", -1)) {
        if (!member.isBlank()) {
          members.add(member.strip().toLowerCase(Locale.ROOT));
        }
      }
    }
    return members;
  }

  /** Returns the bytes of memory that fields take, about. */
  public static long weight(Headers fields) {
    if (fields.isEmpty()) {
      return 0;
    }
    long bytes = ObjectLayout.object(2, 0) + ObjectLayout.references(2L * fields.size());
    for (int i = 0; i < fields.size(); i++) {
      bytes += ObjectLayout.text(fields.name(i)) + ObjectLayout.text(fields.value(i));
    }
    return bytes;
  }
}
