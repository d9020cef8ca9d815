package io.castile.gateway.link;

import io.castile.gateway.config.RouteConfig;
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
  private final String name;
  private final @Nullable LinkPeer peer; // null where the link is not to be spoken

  public Route(RouteConfig config, OriginGroup origins) {
    this.config = config;
    this.origins = origins;
    String path = config.path();
    this.prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    this.service = config.service().isEmpty() ? new QName("") : QName.valueOf(config.service());
    this.endpoint = origins.first().uri().toString();
    this.name = config.host() == null ? path : config.host() + path;
    this.peer = config.link() ? new LinkPeer() : null;
  }

  /** Returns what was configured. */
  public RouteConfig config() {
    return config;
  }

  /** Returns the origins. */
  public OriginGroup origins() {
    return origins;
  }

  /** Returns what people know it by: its path, behind its host if it has one. */
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

  boolean takes(RequestHead head) {
    String path = head.path();
    boolean isBelow =
        path.startsWith(prefix)
            && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    return isBelow && (config.host() == null || config.host().equalsIgnoreCase(hostName(head)));
  }

  private static String hostName(RequestHead head) {
    String host = head.host();
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  /** The rest of the target, which follows the path of an origin. */
  String rest(RequestHead head) {
    return head.target().substring(Math.min(prefix.length(), head.target().length()));
  }
}
