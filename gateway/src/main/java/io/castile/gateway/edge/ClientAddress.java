package io.castile.gateway.edge;

import io.castile.gateway.config.AddressRange;
import io.castile.gateway.http.RequestHead;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from which address a request was sent to the first proxy that is trusted: the last
 * address in {@code X-Forwarded-For} that is not of a trusted proxy.
 */
final class ClientAddress {
  private static final AsciiString FOR = AsciiString.cached("x-forwarded-for");

  private ClientAddress() {}

  /**
   * Returns the address.
   *
   * @param head with what {@link io.castile.gateway.http.FrontServer} has set: the last address of
   *     the field is that of the connection
   * @return null where a proxy that is trusted has told no address
   */
  static @Nullable InetAddress of(RequestHead head, List<AddressRange> trusted) {
    InetAddress client = head.client();
    String list = head.fields().get(FOR);
    if (client == null || list == null || !isTrusted(client, trusted)) {
      return client;
    }
    // Invariant: the address behind end, which is client, is that of a trusted proxy.
    int end = list.lastIndexOf(',');
    while (end >= 0) {
      int start = list.lastIndexOf(',', end - 1) + 1;
      client = address(list.substring(start, end).strip());
      if (client == null || !isTrusted(client, trusted)) {
        return client;
      }
      end = start - 1;
    }
    return client;
  }

  /** Reads an address behind which some proxies write the port. */
  private static @Nullable InetAddress address(String text) {
    int bracket = text.indexOf(']');
    if (text.startsWith("[") && bracket > 0) {
      return AddressRange.address(text.substring(1, bracket));
    }
    int colon = text.indexOf(':');
    boolean hasPort = colon >= 0 && colon == text.lastIndexOf(':');
    return AddressRange.address(hasPort ? text.substring(0, colon) : text);
  }

  private static boolean isTrusted(InetAddress address, List<AddressRange> trusted) {
    for (AddressRange range : trusted) {
      if (range.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
