package io.castile.wsdl.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where documents are: files, URLs of {@code http} and {@code https}, entries of archives. */
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
        throw new IllegalArgumentException("expected a URL, found '" + written + "'");
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
   * Returns the folder for copies of what this user fetches, {@code castile/wsdl} among the user's
   * caches (XDG Base Directory Specification). It need not be there.
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
  static @Nullable URI resolved(URI base, String named) {
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

  /** Whether a location is on the network. */
  static boolean isRemote(URI location) {
    return "http".equalsIgnoreCase(location.getScheme())
        || "https".equalsIgnoreCase(location.getScheme());
  }
}
