package io.castile.gateway.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * Addresses of IP that begin alike (CIDR, RFC 4632). Immutable and thread-safe; equal only to
 * itself.
 */
public final class AddressRange {
  /** Only digits, so that no name is looked up. */
  private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F:.]+");

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
    String address = slash < 0 ? text : text.substring(0, slash);
    try {
      if (!ADDRESS.matcher(address).matches()) {
        throw new UnknownHostException(address);
      }
      byte[] prefix = InetAddress.getByName(address).getAddress();
      int all = 8 * prefix.length;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      if (bits < 0 || bits > all) {
        throw new NumberFormatException("bits: " + bits);
      }
      return new AddressRange(prefix, bits, text);
    } catch (UnknownHostException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected an address or a range such as 10.0.0.0/8 but found '" + text + "'", e);
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
  public String toString() {
    return text;
  }
}
