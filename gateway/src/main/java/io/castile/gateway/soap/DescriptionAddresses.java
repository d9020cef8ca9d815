package io.castile.gateway.soap;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts the address of a gateway in place of that of the service in descriptions: in the addresses
 * of ports (WSDL 1.1 §3.8, WSDL 2.0 §2.15), whatever host they name, and in the locations of
 * documents and the endpoint references that are the origin's. The origin is known by its own name,
 * or by the gateway's, where it has built the location of {@code X-Forwarded-Host}. Everything else
 * stays as it is, byte for byte. Immutable and thread-safe.
 */
public final class DescriptionAddresses {
  /** The address of a port, in the attribute of an element of whatever prefix. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "<(?:[^\\s<>:/]+:)?(?:address\\s[^<>]*?\\blocation|endpoint\\s[^<>]*?\\baddress)"
              + "\\s*=\\s*([\"'])\\s*(.*?)\\s*\\1");

  private static final Pattern LOCATION =
      Pattern.compile(
          "\\s(?:schemaLocation|location)\\s*=\\s*([\"'])\\s*((?i:https?)://.*?)\\s*\\1");

  /** The address in an endpoint reference (WS-Addressing), as a port of WCF has one. */
  private static final Pattern REFERENCE =
      Pattern.compile("<(?:[^\\s<>:/]+:)?Address(\\s[^<>]*)?>\\s*((?i:https?)://[^<>\\s]*)");

  private static final Pattern SCHEME = Pattern.compile("(?i)https?://");

  private final Asked asked;
  private final List<Reached> reached;
  private final Set<String> names = new HashSet<>();

  /**
   * The address that is reached through a route.
   *
   * @param origins the addresses of its origins
   * @param gateway scheme, host and path of the route, without a slash at its end
   */
  public record Reached(List<URI> origins, String gateway) {}

  /**
   * The request for a description.
   *
   * @param hosts the names of the gateway, with their ports
   * @param address that the client asked, without the query
   * @param path that the origin was asked for, without the query
   */
  public record Asked(List<String> hosts, String address, String path) {}

  /**
   * @param reached the route of the request first, then those that have the same names
   */
  public DescriptionAddresses(Asked asked, List<Reached> reached) {
    this.asked = asked;
    this.reached = List.copyOf(reached);
    for (Reached each : reached) {
      each.origins().forEach(origin -> names.add(normal(origin.toString())));
    }
    for (String host : asked.hosts()) {
      String name = withoutPort(host).toLowerCase(Locale.ROOT);
      names.add(name);
      names.add(host.toLowerCase(Locale.ROOT));
      // Some services join the name that the client used with the port on which they listen.
      reached.get(0).origins().forEach(origin -> names.add(name + port(origin)));
    }
  }

  private static String port(URI origin) {
    return origin.getPort() < 0 ? "" : ":" + origin.getPort();
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  /** Returns the description with the gateway's addresses. */
  public byte[] rewritten(byte[] description) {
    Charset charset = charset(description);
    String text = new String(description, charset);
    if (!Arrays.equals(text.getBytes(charset), description)) {
      return description; // malformed: no client reads it
    }
    Set<String> known = new HashSet<>(names);
    Matcher ports = ADDRESS.matcher(text);
    while (ports.find()) { // the name by which the service knows itself
      String port = ports.group(2);
      if (SCHEME.matcher(port).lookingAt() && below(reached.get(0), pathOf(port)) != null) {
        known.add(normal(port));
      }
    }
    String addressed = replaced(ADDRESS.matcher(text), known, true);
    String located = replaced(LOCATION.matcher(addressed), known, false);
    return replaced(REFERENCE.matcher(located), known, false).getBytes(charset);
  }

  /** Returns where a document is that the origin names. */
  public String located(String location) {
    return SCHEME.matcher(location).lookingAt() ? document(location, names) : location;
  }

  /**
   * In whose characters markup is read (XML 1.0, appendix F). Where ASCII is a part of the encoding
   * each byte is a character, so that all bytes come back.
   */
  private static Charset charset(byte[] text) {
    int first = 0;
    for (int i = 0; i < 4; i++) {
      first = first << 8 | (i < text.length ? text[i] & 0xFF : 0xAA);
    }
    return switch (first) {
      case 0x0000FEFF, 0x0000003C -> Charset.forName("UTF-32BE");
      case 0xFFFE0000, 0x3C000000 -> Charset.forName("UTF-32LE");
      case 0x4C6FA794 -> // EBCDIC, whose letters, digits and marks of markup are alike
          Charset.isSupported("IBM037") ? Charset.forName("IBM037") : StandardCharsets.ISO_8859_1;
      default ->
          switch (first >>> 16) {
            case 0xFEFF, 0x003C -> StandardCharsets.UTF_16BE;
            case 0xFFFE, 0x3C00 -> StandardCharsets.UTF_16LE;
            default -> StandardCharsets.ISO_8859_1;
          };
    };
  }

  private String replaced(Matcher found, Set<String> known, boolean isAddress) {
    StringBuilder out = new StringBuilder();
    while (found.find()) {
      String match = found.group();
      String value = found.group(2);
      String location = isAddress ? address(value) : document(value, known);
      String replaced =
          match.substring(0, found.start(2) - found.start())
              + location
              + match.substring(found.end(2) - found.start());
      found.appendReplacement(out, Matcher.quoteReplacement(replaced));
    }
    return found.appendTail(out).toString();
  }

  /** The address of a port; one that is not of HTTP stays. */
  private String address(String location) {
    if (!SCHEME.matcher(location).lookingAt()) {
      return location;
    }
    String path = pathOf(location);
    String rest = below(reached.get(0), path);
    if (rest != null) {
      return escaped(reached.get(0).gateway()) + rest;
    }
    String mapped = mapped(location);
    return mapped == null ? escaped(asked.address()) : mapped;
  }

  /**
   * The location of a document. It is the origin's where its host is, and where it is the very path
   * that was asked for, as services that name their machine have it.
   */
  private String document(String location, Set<String> known) {
    String path = pathOf(location);
    int end = path.indexOf('?');
    boolean isOrigins =
        known.contains(normal(location))
            || (end >= 0
                && path.substring(0, end).equals(asked.path())
                && GetQuestion.isDescription(path.replace("&amp;", "&")));
    String mapped = isOrigins ? mapped(location) : null;
    return mapped == null ? location : mapped;
  }

  /**
   * The address at the gateway of a location of the origin, by a route to the host that it names if
   * there is one; null where no route leads there.
   */
  private @Nullable String mapped(String location) {
    String path = pathOf(location);
    String host = normal(location);
    String found = null;
    for (Reached each : reached) {
      String rest = below(each, path);
      if (rest != null) {
        String mapped = escaped(each.gateway()) + rest;
        if (each.origins().stream().anyMatch(origin -> normal(origin.toString()).equals(host))) {
          return mapped;
        }
        found = found == null ? mapped : found;
      }
    }
    return found;
  }

  /** The path behind that of the first origin that it is below; null where it is below none. */
  private static @Nullable String below(Reached route, String path) {
    for (URI origin : route.origins()) {
      String base = origin.getRawPath() == null ? "" : origin.getRawPath();
      String prefix = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
      boolean isBelow =
          path.startsWith(prefix)
              && (path.length() == prefix.length()
                  || "/?#".indexOf(path.charAt(prefix.length())) >= 0);
      if (isBelow) {
        return path.substring(prefix.length());
      }
    }
    return null;
  }

  private static String pathOf(String location) {
    int path = end(location);
    return location.substring(path);
  }

  /** Where the authority of a location ends. */
  private static int end(String location) {
    int end = location.indexOf("//") + 2;
    while (end < location.length() && "/?#".indexOf(location.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** The authority of a location, without the port that its scheme has anyway. */
  private static String normal(String location) {
    String authority =
        location.substring(location.indexOf("//") + 2, end(location)).toLowerCase(Locale.ROOT);
    String usual = location.regionMatches(true, 0, "https:", 0, 6) ? ":443" : ":80";
    return authority.endsWith(usual)
        ? authority.substring(0, authority.length() - usual.length())
        : authority;
  }

  /** Returns a name that a client has sent, as the value of an attribute. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("'", "&apos;")
        .replace("\"", "&quot;")
        .replace("<", "&lt;");
  }
}
