package io.castile.gateway.config;

import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a route is for: one name, all names below one ({@code *.example.com}), or an
 * address. Immutable and thread-safe; equal to another one that is written alike.
 */
public final class HostPattern {
  private static final int MOST_CHARACTERS = 253; // RFC 1035 §2.3.4, as it is written

  private static final Pattern NAME = Pattern.compile("[\\w-]{1,63}(?:\\.[\\w-]{1,63})*");
  private static final String ALL_BELOW = "*.";

  private final String text;
  private final @Nullable InetAddress address; // null for names
  private final String name; // in lower case; begins with a dot where it is for all below

  private HostPattern(String text, @Nullable InetAddress address, String name) {
    this.text = text;
    this.address = address;
    this.name = name;
  }

  /**
   * Reads a name, {@code *.NAME}, or an address, with brackets or without.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static HostPattern parse(String text) {
    InetAddress address = text.startsWith("[") ? bracketed(text) : AddressRange.address(text);
    if (address != null) {
      return new HostPattern(text, address, "");
    }
    boolean isForAll = text.startsWith(ALL_BELOW);
    String name = isForAll ? text.substring(ALL_BELOW.length()) : text;
    if (text.length() > MOST_CHARACTERS || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "expected a host without its port, as www.example.com, *.example.com or [::1], but found"
              + " '"
              + text
              + "'");
    }
    return new HostPattern(text, null, (isForAll ? "." : "") + name.toLowerCase(Locale.ROOT));
  }

  /** Reads an address of IPv6 in brackets (RFC 3986 §3.2.2); null for anything else. */
  private static @Nullable InetAddress bracketed(String host) {
    return host.endsWith("]") && host.indexOf(':') >= 0
        ? AddressRange.address(host.substring(1, host.length() - 1))
        : null;
  }

  /**
   * Whether a request is for one of these hosts. Case, a port, and a dot at the end of a name do
   * not count, nor does how an address is written.
   *
   * @param field as {@code Host} has it
   */
  public boolean matches(String field) {
    int colon = field.lastIndexOf(':');
    String host = colon > field.lastIndexOf(']') ? field.substring(0, colon) : field;
    if (address != null) {
      return address.equals(host.startsWith("[") ? bracketed(host) : AddressRange.address(host));
    }
    int length = host.endsWith(".") ? host.length() - 1 : host.length();
    int start = length - name.length();
    return (name.startsWith(".") ? start > 0 : start == 0)
        && host.regionMatches(true, start, name, 0, name.length());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HostPattern pattern && pattern.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns it as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
