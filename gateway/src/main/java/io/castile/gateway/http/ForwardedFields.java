package io.castile.gateway.http;

import io.castile.gateway.config.AddressRange;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Header fields by which proxies tell an origin the client of a request, and its target. They are
 * believed if they come from a trusted proxy; those of other senders are removed.
 */
final class ForwardedFields {
  private static final AsciiString FOR = AsciiString.cached("x-forwarded-for");
  private static final AsciiString PROTO = AsciiString.cached("x-forwarded-proto");
  private static final AsciiString HOST = AsciiString.cached("x-forwarded-host");
  private static final AsciiString FORWARDED = AsciiString.cached("forwarded");

  /** Removed with all names that begin so. */
  private static final String PREFIX = "x-forwarded-";

  private static final AsciiString REAL_IP = AsciiString.cached("x-real-ip");

  private ForwardedFields() {}

  /** Sets the fields for an origin, in those of a client's request. */
  static void set(
      HttpHeaders fields, @Nullable InetAddress client, boolean isTls, List<AddressRange> trusted) {
    String address = client == null ? "unknown" : client.getHostAddress();
    boolean isTrusted = client != null && isTrusted(client, trusted);
    if (!isTrusted) {
      removeAll(fields);
    }
    List<String> before = fields.getAll(FOR); // a proxy may add a line of its own
    fields.set(FOR, before.isEmpty() ? address : String.join(", ", before) + ", " + address);
    if (!fields.contains(PROTO)) {
      fields.set(PROTO, isTls ? "https" : "http");
    }
    String host = fields.get(HttpHeaderNames.HOST);
    if (host != null && !fields.contains(HOST)) {
      fields.set(HOST, host);
    }
  }

  private static void removeAll(HttpHeaders fields) {
    fields.remove(FORWARDED);
    fields.remove(REAL_IP);
    for (String name : fields.names()) {
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        fields.remove(name);
      }
    }
  }

  private static boolean isTrusted(InetAddress client, List<AddressRange> trusted) {
    for (AddressRange range : trusted) {
      if (range.contains(client)) {
        return true;
      }
    }
    return false;
  }
}
