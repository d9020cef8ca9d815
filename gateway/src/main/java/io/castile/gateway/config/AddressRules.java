package io.castile.gateway.config;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses from which requests may come.
 *
 * @param allow from these and no others; empty for from any
 * @param deny not from these, whatever is allowed
 */
public record AddressRules(List<AddressRange> allow, List<AddressRange> deny) {
  /** The rules that admit any address. */
  public static final AddressRules ANY = new AddressRules(List.of(), List.of());

  public AddressRules {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /**
   * Whether a request may come from an address.
   *
   * @param address null for one that is not known, which may come only where all may
   */
  public boolean allows(@Nullable InetAddress address) {
    if (allow.isEmpty() && deny.isEmpty()) {
      return true;
    }
    return address != null && !isIn(deny, address) && (allow.isEmpty() || isIn(allow, address));
  }

  private static boolean isIn(List<AddressRange> ranges, InetAddress address) {
    for (AddressRange range : ranges) {
      if (range.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
