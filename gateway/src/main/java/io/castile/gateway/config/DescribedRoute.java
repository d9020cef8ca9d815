package io.castile.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a route knows of its service. Immutable and thread-safe.
 *
 * @param wsdl the file or the address of the description; null for the first origin's {@code ?wsdl}
 * @param json where operations are called by JSON, a path without a slash at its end; null for
 *     nowhere
 * @param validation the messages that are held to its schemas
 * @param record the folder in which pairs of requests and responses are kept; null for none
 */
public record DescribedRoute(
    @Nullable String wsdl, @Nullable String json, Validation validation, @Nullable Path record) {
  /** Where operations are called by JSON if nothing else is said. */
  public static final String DEFAULT_JSON = "/api";

  public DescribedRoute {
    if (json != null && !isPath(json)) {
      throw new IllegalArgumentException(
          "expected a path for 'json' in its normal form (RFC 3986 §6.2.2), without a slash at its"
              + " end, as /api, but found '"
              + ConfigValues.shown(json)
              + "'");
    }
  }

  /** A service that is called by JSON, too. */
  public static DescribedRoute ofJson(@Nullable String wsdl) {
    return new DescribedRoute(wsdl, DEFAULT_JSON, Validation.NONE, null);
  }

  /**
   * Returns the same, with pairs of requests and responses kept in a folder.
   *
   * @param described null for a route of which nothing was known
   */
  public static DescribedRoute withRecord(@Nullable DescribedRoute described, Path folder) {
    return described == null
        ? new DescribedRoute(null, null, Validation.NONE, folder)
        : new DescribedRoute(described.wsdl, described.json, described.validation, folder);
  }

  /** Whether the description is needed: to record pairs, it is not. */
  public boolean isRead() {
    return wsdl != null || json != null || validation != Validation.NONE;
  }

  private static boolean isPath(String json) {
    return json.length() > 1
        && json.startsWith("/")
        && !json.endsWith("/")
        && json.indexOf('?') < 0
        && NormalTarget.of(json).equals(json);
  }

  /**
   * Returns where the description is.
   *
   * @param origin the first origin of the route
   */
  public String location(URI origin) {
    return wsdl == null ? origin + "?wsdl" : wsdl;
  }

  /** Whether a location is the address of a description, and no file. */
  public static boolean isAddress(String location) {
    return location.regionMatches(true, 0, "http://", 0, 7)
        || location.regionMatches(true, 0, "https://", 0, 8);
  }

  /** Returns the file of the description; null where it is at an address. */
  public @Nullable Path file() {
    return wsdl == null || isAddress(wsdl) ? null : Path.of(Objects.requireNonNull(wsdl));
  }
}
