package io.castile.gateway.config;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of IP that begin alike (CIDR, RFC 4632). Immutable and thread-safe; equal to another
 * one that is written alike.
 */
public final class AddressRange {
  private final byte[] prefix;
  private final int bits;
  private final String text;

  private AddressRange(byte[] prefix, int bits, String text) {
    this.prefix = prefix;
    this.bits = bits;
    this.text = text;
  }

  /**
   * Reads an address, or {@code ADDRESS/BITS}.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    try {
      InetAddress address = address(slash < 0 ? text : text.substring(0, slash));
      if (address == null) {
        throw new NumberFormatException("no address");
      }
      byte[] prefix = address.getAddress();
      int all = 8 * prefix.length;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      if (bits < 0 || bits > all) {
        throw new NumberFormatException("bits: " + bits);
      }
      return new AddressRange(prefix, bits, text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected an address or a range such as 10.0.0.0/8 but found '" + text + "'", e);
    }
  }

  /**
   * Reads an address of IPv4 (four numbers) or IPv6; looks up no name. One of IPv4 within IPv6
   * ({@code ::ffff:10.0.0.1}) is that of IPv4.
   *
   * @return null if the text is none
   */
  public static @Nullable InetAddress address(String text) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    try {
      return bytes == null ? null : InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError("an address has 4 or 16 bytes", e);
    }
  }

  /** Whether the address is one of the range. */
  public boolean contains(InetAddress address) {
    byte[] other = address.getAddress();
    if (other.length != prefix.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((other[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AddressRange range && range.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
