package io.castile.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a route: the requests that it takes, and where they go. Immutable and
 * thread-safe.
 *
 * @param path requests whose path begins with this, at the end of a segment, take the route; begins
 *     with a slash, and is in the form that {@link NormalTarget} gives
 * @param pathPattern what the whole path of requests must fit, too; null for any
 * @param host the hosts that requests must name; null for any
 * @param origins the addresses of the service; the path of a request behind {@link #path} follows
 *     that of the origin
 * @param balance which of them is asked
 * @param canary origins with another version, which get a part of the requests; null for none
 * @param service the name of the service, for rules of the policy that have {@code service}; empty
 *     if not known
 * @param preserveHost whether the origin is told the host that the client named; else its own
 * @param tls how origins with https are called
 * @param http2 whether the origins are called by HTTP/2: those with https if they agree on it in
 *     the handshake of TLS, those with http in any case
 * @param link whether the origins are asked over the differential link, as gateways near them
 *     answer it
 * @param health how origins are asked whether they are well; null for not at all
 * @param passTags whether clients get the fields {@code Surrogate-Key} and {@code Cache-Tag} of
 *     answers, by whose tags the cache can be purged
 * @param described what is known of the service; null for nothing
 * @param security the file with the WS-Security that requests to the origins get; null for none
 * @param edge what is asked of requests before they go on
 */
public record RouteConfig(
    String path,
    @Nullable PathPattern pathPattern,
    @Nullable HostPattern host,
    List<URI> origins,
    Balance balance,
    @Nullable Canary canary,
    String service,
    boolean preserveHost,
    OriginTls tls,
    boolean http2,
    boolean link,
    @Nullable HealthCheck health,
    boolean passTags,
    @Nullable DescribedRoute described,
    @Nullable Path security,
    EdgeRules edge) {
  public RouteConfig {
    Objects.requireNonNull(balance, "balance");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(edge, "edge");
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "expected a path that begins with '/' but found '" + path + "'");
    }
    if (!NormalTarget.of(path).equals(path) || path.indexOf('?') >= 0) {
      throw new IllegalArgumentException(
          "expected a path in its normal form (RFC 3986 §6.2.2), as '"
              + NormalTarget.of(path)
              + "', but found '"
              + path
              + "'");
    }
    origins = List.copyOf(origins);
    if (origins.isEmpty()) {
      throw new IllegalArgumentException("expected one origin or more but found none");
    }
    origins.forEach(RouteConfig::checked);
    if (!balance.weights().isEmpty() && balance.weights().size() != origins.size()) {
      throw new IllegalArgumentException("Set a weight for each origin, or for none");
    }
    if (canary != null) {
      canary.origins().forEach(RouteConfig::checked);
    }
    if (security != null && link) {
      throw new IllegalArgumentException(
          "Cannot use 'security' with 'link', because a protected message is another one each time."
              + " Remove one of them.");
    }
    if (security != null && health != null && health.question() != null) {
      throw new IllegalArgumentException(
          "Cannot use 'security' with 'health.body', because health checks are sent as they are."
              + " Check another path by GET.");
    }
  }

  /**
   * A route that passes all requests on, to origins that are called by HTTP/1.1.
   *
   * @param host as {@link HostPattern#parse} reads it; null for any
   */
  public RouteConfig(
      String path,
      @Nullable String host,
      List<URI> origins,
      String service,
      boolean preserveHost,
      OriginTls tls,
      boolean link,
      @Nullable HealthCheck health) {
    this(
        path,
        null,
        host == null ? null : HostPattern.parse(host),
        origins,
        Balance.BY_TURNS,
        null,
        service,
        preserveHost,
        tls,
        false,
        link,
        health,
        false,
        null,
        null,
        EdgeRules.NONE);
  }

  /** Returns a route of all requests to one origin. */
  public static RouteConfig of(URI origin) {
    return new RouteConfig("/", null, List.of(origin), "", false, OriginTls.DEFAULT, false, null);
  }

  /** Returns the same route with other demands on its requests. */
  public RouteConfig withEdge(EdgeRules other) {
    return copy(http2, link, described, security, other);
  }

  /** Returns the same route, with the differential link to origins or without it. */
  public RouteConfig withLink(boolean isLinked) {
    return copy(http2, isLinked, described, security, edge);
  }

  /** Returns the same route, with origins that are called by HTTP/2 or not. */
  public RouteConfig withHttp2(boolean isHttp2) {
    return copy(isHttp2, link, described, security, edge);
  }

  /** Returns the same route, with what is known of its service. */
  public RouteConfig withDescribed(@Nullable DescribedRoute other) {
    return copy(http2, link, other, security, edge);
  }

  /** Returns the same route, with the WS-Security of a file for its origins; null for none. */
  public RouteConfig withSecurity(@Nullable Path file) {
    return copy(http2, link, described, file, edge);
  }

  private RouteConfig copy(
      boolean isHttp2,
      boolean isLinked,
      @Nullable DescribedRoute known,
      @Nullable Path secured,
      EdgeRules rules) {
    return new RouteConfig(
        path,
        pathPattern,
        host,
        origins,
        balance,
        canary,
        service,
        preserveHost,
        tls,
        isHttp2,
        isLinked,
        health,
        passTags,
        known,
        secured,
        rules);
  }

  /** Returns the addresses of all origins, those of the canary included. */
  public List<URI> allOrigins() {
    List<URI> all = new ArrayList<>(origins);
    if (canary != null) {
      all.addAll(canary.origins());
    }
    return all;
  }

  /**
   * Returns a text for the requests that take the route; routes for other requests have other
   * texts.
   */
  public String place() {
    return host + " " + path + " " + pathPattern;
  }

  /**
   * Reads the address of an origin.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static URI origin(String text) {
    try {
      return checked(URI.create(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "expected the address of an origin, as http://host:8080/path, but found '"
              + ConfigValues.shown(text)
              + "'",
          e);
    }
  }

  private static URI checked(URI origin) {
    String scheme = String.valueOf(origin.getScheme());
    boolean isHttp = scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
    if (!isHttp
        || origin.getHost() == null
        || origin.getRawUserInfo() != null
        || origin.getRawQuery() != null
        || origin.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "expected http or https with a host, without user, query and fragment, but found '"
              + ConfigValues.shown(origin.toString())
              + "'");
    }
    return origin;
  }
}
