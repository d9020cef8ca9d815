package io.castile.gateway.soap;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the address of a gateway in place of that of the service in descriptions: in {@code
 * soap:address} (WSDL 1.1 §3.8), whatever host it names, and in the locations of documents that are
 * the origin's. Everything else stays as it is, byte for byte. Immutable and thread-safe.
 */
public final class DescriptionAddresses {
  /** The attribute location of an element address, whatever its prefix. */
  private static final Pattern ADDRESS =
      Pattern.compile("<(?:[\\w.-]+:)?address\\s[^<>]*?location\\s*=\\s*([\"'])(.*?)\\1");

  private static final Pattern LOCATION =
      Pattern.compile("\\s(?:schemaLocation|location)\\s*=\\s*([\"'])(https?://.*?)\\1");

  private final List<URI> origins;
  private final String gateway;

  /**
   * @param origins the addresses of the origins
   * @param gateway scheme, host and path of the route, without a slash at its end
   */
  public DescriptionAddresses(List<URI> origins, String gateway) {
    this.origins = List.copyOf(origins);
    this.gateway = gateway;
  }

  /** Returns the description with the gateway's addresses. */
  public byte[] rewritten(byte[] description) {
    // Each byte is a character, so that all encodings come back that have ASCII in them.
    String text = new String(description, StandardCharsets.ISO_8859_1);
    String addressed = replaced(ADDRESS.matcher(text), true);
    return replaced(LOCATION.matcher(addressed), false).getBytes(StandardCharsets.ISO_8859_1);
  }

  private String replaced(Matcher found, boolean isAddress) {
    StringBuilder out = new StringBuilder();
    while (found.find()) {
      String match = found.group();
      int value = found.start(2) - found.start();
      String location = isAddress ? address(found.group(2)) : document(found.group(2));
      String replaced = match.substring(0, value) + location + found.group(1);
      found.appendReplacement(out, Matcher.quoteReplacement(replaced));
    }
    return found.appendTail(out).toString();
  }

  /** The address of a port; one that is not of HTTP stays. */
  private String address(String location) {
    if (!location.startsWith("http://") && !location.startsWith("https://")) {
      return location;
    }
    return gateway + rest(pathOf(location));
  }

  private String document(String location) {
    int start = location.indexOf("//") + 2;
    int end = location.indexOf('/', start);
    String authority = end < 0 ? location.substring(start) : location.substring(start, end);
    boolean isOrigins =
        origins.stream().anyMatch(origin -> authority.equalsIgnoreCase(origin.getAuthority()));
    return isOrigins ? gateway + rest(pathOf(location)) : location;
  }

  private static String pathOf(String location) {
    int path = location.indexOf('/', location.indexOf("//") + 2);
    return path < 0 ? "" : location.substring(path);
  }

  /** The path behind that of the first origin that it is below. */
  private String rest(String path) {
    for (URI origin : origins) {
      String base = origin.getRawPath() == null ? "" : origin.getRawPath();
      String prefix = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
      boolean isBelow =
          path.startsWith(prefix)
              && (path.length() == prefix.length()
                  || "/?".indexOf(path.charAt(prefix.length())) >= 0);
      if (isBelow) {
        return path.substring(prefix.length());
      }
    }
    return path;
  }
}
