package io.castile.gateway.pair;

import io.castile.soap.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The header fields of the differential link among those of a request or a response. */
final class LinkFields {
  /** Says what an end knows of the messages. */
  static final AsciiString CASTILE = AsciiString.cached("castile");

  private static final String GZIP = ";g=";

  /** So many are always a number of the language. */
  private static final int MOST_DIGITS = 9;

  private LinkFields() {}

  /** Returns all fields, as the chain has them. */
  static Headers of(HttpHeaders fields) {
    Headers.Builder all = Headers.builder();
    Iterator<Map.Entry<CharSequence, CharSequence>> each = fields.iteratorCharSequence();
    while (each.hasNext()) {
      Map.Entry<CharSequence, CharSequence> field = each.next();
      all.add(field.getKey().toString(), field.getValue().toString());
    }
    return all.build();
  }

  /** Returns the fields of a request without what is of one connection's link and codings. */
  static HttpHeaders withoutLink(HttpHeaders request) {
    HttpHeaders fields = request.copy();
    fields.remove(CASTILE);
    fields.remove(HttpHeaderNames.CONTENT_ENCODING);
    fields.remove(HttpHeaderNames.ACCEPT_ENCODING);
    return fields;
  }

  /** Returns what is said of the link, and that a whole answer of so many bytes may be in gzip. */
  static String takingGzip(String said, int mostBytes) {
    return said + GZIP + mostBytes;
  }

  /** Returns up to how many bytes an answer to a request may be in gzip; 0 for none. */
  static int gzipBytes(HttpHeaders request) {
    String said = request.get(CASTILE, "");
    int at = said.indexOf(GZIP);
    if (at < 0) {
      return 0;
    }
    int from = at + GZIP.length();
    int to = from;
    while (to < said.length()
        && to - from < MOST_DIGITS
        && Character.digit(said.charAt(to), 10) >= 0) {
      to++;
    }
    return to == from ? 0 : Integer.parseInt(said.substring(from, to));
  }

  /** Removes what the far end of a link has added to a response. */
  static void removeFrom(HttpHeaders response) {
    response.remove(CASTILE);
    List<String> varying = response.getAll(HttpHeaderNames.VARY);
    if (varying.isEmpty()) {
      return;
    }
    List<String> rest = new ArrayList<>();
    for (String line : varying) {
      List<String> members = new ArrayList<>(List.of(line.split(",", -1)));
      members.removeIf(member -> CASTILE.contentEqualsIgnoreCase(member.strip()));
      if (!members.isEmpty()) {
        rest.add(String.join(",", members).strip());
      }
    }
    response.remove(HttpHeaderNames.VARY);
    response.add(HttpHeaderNames.VARY, rest);
  }
}
