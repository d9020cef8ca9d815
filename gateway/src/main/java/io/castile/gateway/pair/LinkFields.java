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
