package io.castile.gateway.link;

import io.castile.gateway.config.PathPattern;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.edge.RouteEdge;
import io.castile.gateway.http.OriginGroup;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.pair.LinkPeer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Where the requests under a path go. Immutable and thread-safe. */
public final class Route {
  private final RouteConfig config;
  private final OriginGroup origins;
  private final String prefix; // of paths, without a slash at its end
  private final QName service;
  private final String endpoint;
  private final String place;
  private final String name;
  private final @Nullable LinkPeer peer; // null where the link is not to be spoken
  private final @Nullable RouteEdge edge; // null where requests go on as they came

  /**
   * @param before had the same origins; null for a route that is new
   */
  private Route(
      RouteConfig config, OriginGroup origins, @Nullable RouteEdge edge, @Nullable Route before) {
    this.config = config;
    this.origins = origins;
    this.edge = edge;
    String path = config.path();
    this.prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    this.service = config.service().isEmpty() ? new QName("") : QName.valueOf(config.service());
    this.endpoint = origins.first().uri().toString();
    this.place = config.pathPattern() == null ? path : config.pathPattern().toString();
    this.name = config.host() == null ? place : config.host() + place;
    LinkPeer known = before == null ? null : before.peer;
    this.peer = !config.link() ? null : known == null ? new LinkPeer() : known;
  }

  /** A route of requests that go on as they came. */
  public Route(RouteConfig config, OriginGroup origins) {
    this(config, origins, null, null);
  }

  /**
   * @param edge what is asked of requests before they go on; null for nothing
   */
  public Route(RouteConfig config, OriginGroup origins, @Nullable RouteEdge edge) {
    this(config, origins, edge, null);
  }

  /** Returns a route with the same origins, of which something else is asked. */
  public Route with(RouteConfig other, @Nullable RouteEdge otherEdge) {
    return new Route(other, origins, otherEdge, this);
  }

  /** What is asked of requests before they go on; null for nothing. */
  public @Nullable RouteEdge edge() {
    return edge;
  }

  /** Returns what was configured. */
  public RouteConfig config() {
    return config;
  }

  /** Returns the origins. */
  public OriginGroup origins() {
    return origins;
  }

  /** Returns its path, or the expression that paths fit. */
  String place() {
    return place;
  }

  /** Returns what people know it by: its place, behind its host if it has one. */
  public String name() {
    return name;
  }

  /** Whether the origins know the differential link; null where it is not to be spoken. */
  @Nullable LinkPeer peer() {
    return peer;
  }

  QName service() {
    return service;
  }

  /** The address by which rules of the policy know the route: the first origin's. */
  String endpoint() {
    return endpoint;
  }

  boolean takesHost(RequestHead head) {
    return config.host() == null || config.host().matches(head.host());
  }

  /** Whether a path begins as those of the route do. */
  boolean isAbove(String path) {
    return path.startsWith(prefix)
        && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
  }

  /** The expression that paths fit; null for any path. */
  @Nullable PathPattern pattern() {
    return config.pathPattern();
  }

  /** The rest of the target, which follows the path of an origin. */
  String rest(RequestHead head) {
    return head.target().substring(Math.min(prefix.length(), head.target().length()));
  }
}
