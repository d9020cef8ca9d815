package io.castile.wsdl.document.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The locations of documents: files, URLs of {@code http} and {@code https}, entries of archives.
 */
public final class Locations {
  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:.*");
  private static final String ENTRY = "!/";

  private Locations() {}

  /**
   * Returns the location that a person has written: a URL, or the path of a file.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static URI of(String written) {
    return of(Path.of(""), written);
  }

  /**
   * Returns the location that a person has written: a URL, or the path of a file.
   *
   * @param folder that a path is from, if it is not absolute
   * @throws IllegalArgumentException if it is neither
   */
  public static URI of(Path folder, String written) {
    if (SCHEME.matcher(written).matches()) {
      URI location = parsed(written);
      if (location == null) {
        throw new IllegalArgumentException("expected a URL, found '" + shown(written) + "'");
      }
      if (isRemote(location) && withoutUserInfo(location).getHost() == null) {
        throw new IllegalArgumentException(
            "expected a URL with a host of ASCII letters, digits, '-' and '.', found '"
                + written.replaceFirst("(?s)//.*@", "//***@")
                + "'; in a user or password, / is written %2F, ? %3F and # %23");
      }
      return location;
    }
    try {
      return folder.resolve(written).toAbsolutePath().normalize().toUri();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("expected a file or URL, found '" + written + "'", e);
    }
  }

  /**
   * Returns the folder for copies of documents that this user fetches, {@code castile/wsdl} among
   * the user's caches (XDG Base Directory Specification). It need not be there.
   */
  public static Path userCache() {
    String home = Objects.requireNonNullElse(System.getProperty("user.home"), ".");
    Path caches =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(folder -> !folder.isBlank())
            .map(Path::of)
            .orElseGet(() -> Path.of(home, ".cache"));
    return caches.resolve("castile").resolve("wsdl");
  }

  /** Returns where a document is that another one names; null if that is no location. */
  public static @Nullable URI resolved(URI base, String named) {
    URI relative = parsed(named.strip());
    if (relative == null) {
      return null;
    }
    if (!base.isOpaque() || relative.isAbsolute()) {
      return base.resolve(relative).normalize();
    }
    String text = base.toString(); // jar:file:/an/archive.jar!/a/document.wsdl
    int entry = text.lastIndexOf(ENTRY);
    if (entry < 0) {
      return null;
    }
    URI inside = URI.create(text.substring(entry + 1)).resolve(relative).normalize();
    return URI.create(text.substring(0, entry + 1) + inside);
  }

  /** The location of a text in which characters may stand that are to be escaped. */
  private static @Nullable URI parsed(String text) {
    String slashes = text.replace('\\', '/');
    try {
      return new URI(slashes);
    } catch (URISyntaxException e) {
      try {
        return new URI(null, null, slashes, null);
      } catch (URISyntaxException again) {
        return null;
      }
    }
  }

  /** Returns the text of a location for messages: without user and password. */
  public static String shown(String written) {
    return written.replaceFirst("(?s)^([a-zA-Z][a-zA-Z0-9+.-]*:/*)[^/?#]*@", "$1***@");
  }

  /**
   * Returns user and password of a URL of {@code http} or {@code https}, as {@code user:password},
   * without escapes; null for none.
   */
  public static @Nullable String userInfo(URI location) {
    String authority = location.getRawAuthority();
    int end = authority == null || !isRemote(location) ? -1 : authority.lastIndexOf('@');
    if (authority == null || end < 0) {
      return null;
    }
    String raw = authority.substring(0, end).replace("+", "%2B"); // no space, other than in a form
    try {
      return URLDecoder.decode(raw, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // no URI has such an escape, but a registry's name
      return authority.substring(0, end);
    }
  }

  /** Whether two URLs are of one server; the other one may be of TLS where the one is not. */
  public static boolean isSameServer(URI one, URI other) {
    return isRemote(one)
        && isRemote(other)
        && FetchRequests.isSamePlace(withoutUserInfo(one), withoutUserInfo(other));
  }

  /** Returns a URL of {@code http} or {@code https} without user and password. */
  public static URI withoutUserInfo(URI location) {
    String authority = location.getRawAuthority();
    if (authority == null || userInfo(location) == null) {
      return location;
    }
    String text = location.toString();
    int begin = text.indexOf("//") + 2;
    return URI.create(
        text.substring(0, begin) + text.substring(begin + authority.lastIndexOf('@') + 1));
  }

  /** Whether a location is on the network. */
  public static boolean isRemote(URI location) {
    return "http".equalsIgnoreCase(location.getScheme())
        || "https".equalsIgnoreCase(location.getScheme());
  }
}
