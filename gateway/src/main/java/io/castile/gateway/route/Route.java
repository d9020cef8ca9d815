package io.castile.gateway.route;

import io.castile.bridge.DescribedService;
import io.castile.cache.internal.CacheContents;
import io.castile.gateway.config.Balance;
import io.castile.gateway.config.Canary;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.PathPattern;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import io.castile.gateway.edge.RouteEdge;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginGroup;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.StickyKey;
import io.castile.gateway.json.ServiceDescription;
import io.castile.gateway.pair.LinkPeer;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Where the requests under a path go. Those that a canary gets are of a route of its own, so that
 * all that is known of requests and answers is known of one version of the service. Immutable but
 * for what its origins count, and thread-safe.
 */
public final class Route {
  private static final List<AsciiString> TAG_FIELDS =
      CacheContents.Query.TAG_FIELDS.stream().map(AsciiString::cached).toList();

  private final Object identity = new Object();
  private final RouteConfig config;
  private final OriginGroup origins;
  private final String prefix; // of paths, without a slash at its end
  private final QName service;
  private final String endpoint;
  private final String place;
  private final String name;
  private final @Nullable LinkPeer peer; // null where the link is not to be spoken
  private final @Nullable RouteEdge edge; // null where requests go on as they came
  private final boolean isCanary;
  private final @Nullable CanaryChoice choice; // null where there is no canary
  private final @Nullable Route canary; // null for none
  private final @Nullable ServiceDescription description; // null for none
  private final @Nullable RouteSecurity security; // null for none
  private final @Nullable PairRecorder recorder; // null for none
  private final String mark;
  private final String json; // without a slash at its end; empty for none

  /**
   * @param origins that are asked
   * @param canary those of the canary; null for none
   * @param endpoint the address by which rules know the route
   * @param isCanary whether {@code origins} are those of the canary
   * @param security of messages to and from the origins; null for none
   * @param before had the same origins; null for a route that is new
   */
  private Route(
      RouteConfig config,
      OriginGroup origins,
      @Nullable OriginGroup canary,
      String endpoint,
      boolean isCanary,
      @Nullable RouteEdge edge,
      @Nullable RouteSecurity security,
      @Nullable Route before) {
    this.config = config;
    this.origins = origins;
    this.edge = edge;
    this.security = security;
    this.isCanary = isCanary;
    this.endpoint = endpoint;
    String path = config.path();
    this.prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    this.service = config.service().isEmpty() ? new QName("") : QName.valueOf(config.service());
    this.place = config.pathPattern() == null ? path : config.pathPattern().toString();
    this.name = config.host() == null ? place : config.host() + place;
    LinkPeer known = before == null ? null : before.peer;
    this.mark = mark(config, isCanary);
    this.peer = !config.link() ? null : known == null ? new LinkPeer() : known;
    this.choice = choice(config, canary, before);
    this.description = description(config, origins, before);
    this.recorder = recorder(config, before);
    DescribedRoute described = config.described();
    this.json = described == null || described.json() == null ? "" : described.json();
    Route canaryBefore = before == null ? null : before.canary;
    this.canary =
        canary == null
            ? null
            : new Route(config, canary, null, endpoint, true, edge, security, canaryBefore);
  }

  /** The description, the one before where it is at the same place. */
  private static @Nullable ServiceDescription description(
      RouteConfig config, OriginGroup origins, @Nullable Route before) {
    DescribedRoute described = config.described();
    if (described == null || !described.isRead()) {
      return null;
    }
    return before != null && described.equals(before.config.described())
        ? before.description
        : new ServiceDescription(described, origins.first().uri());
  }

  private static @Nullable PairRecorder recorder(RouteConfig config, @Nullable Route before) {
    DescribedRoute described = config.described();
    Path folder = described == null ? null : described.record();
    if (folder == null) {
      return null;
    }
    PairRecorder known = before == null ? null : before.recorder;
    return known != null && known.folder().equals(folder) ? known : new PairRecorder(folder);
  }

  private static @Nullable CanaryChoice choice(
      RouteConfig config, @Nullable OriginGroup canary, @Nullable Route before) {
    if (canary == null || config.canary() == null) {
      return null;
    }
    return before != null && before.choice != null
        ? before.choice
        : new CanaryChoice(config.canary(), config.balance());
  }

  /**
   * @param origins that are asked
   * @param canary those of the canary; null for none
   * @param edge what is asked of requests before they go on; null for nothing
   * @param security of messages to and from the origins; null for none
   */
  public Route(
      RouteConfig config,
      OriginGroup origins,
      @Nullable OriginGroup canary,
      @Nullable RouteEdge edge,
      @Nullable RouteSecurity security) {
    this(config, origins, canary, origins.first().uri().toString(), false, edge, security, null);
  }

  /** Returns a route with the same origins, of which something else is asked. */
  public Route with(RouteConfig other, @Nullable RouteEdge otherEdge) {
    OriginGroup ofCanary = canary == null ? null : canary.origins;
    return new Route(other, origins, ofCanary, endpoint, isCanary, otherEdge, security, this);
  }

  /** Returns an object that stands for this route, and holds nothing of it: for keys. */
  Object identity() {
    return identity;
  }

  /** The demands on requests before they go on; null for none. */
  public @Nullable RouteEdge edge() {
    return edge;
  }

  /** The WS-Security of messages to and from the origins; null for none. */
  public @Nullable RouteSecurity security() {
    return security;
  }

  /** The description of the service; null for none. */
  public @Nullable ServiceDescription description() {
    return description;
  }

  /** Returns the descriptions of the service, that of the canary too; empty for none. */
  public List<ServiceDescription> descriptions() {
    List<ServiceDescription> all = new ArrayList<>();
    if (description != null) {
      all.add(description);
    }
    if (canary != null) {
      all.addAll(canary.descriptions());
    }
    return all;
  }

  /**
   * Returns the name that the description has for an operation; null where there is none, and where
   * the description has not been read yet.
   *
   * @param operation as its requests name it; null where they name none
   */
  @Nullable String described(@Nullable QName operation) {
    DescribedService.Operation found =
        operation == null || description == null ? null : description.operation(operation);
    return found == null ? null : found.name();
  }

  /** The path under which operations are called by JSON; empty for none. */
  String json() {
    return json;
  }

  /** Keeps pairs of requests and responses; null for none. */
  @Nullable PairRecorder recorder() {
    return recorder;
  }

  /** The messages that are held to the schemas of the description. */
  Validation validation() {
    DescribedRoute described = config.described();
    return described == null ? Validation.NONE : described.validation();
  }

  /** Whether a path is one under which operations are called by JSON. */
  boolean isJson(String path) {
    return !json.isEmpty() && isUnder(json, path);
  }

  /** Whether operations are called by JSON at all. */
  boolean hasJson() {
    return !json.isEmpty();
  }

  /** The target of requests to the service itself. */
  String target() {
    boolean isRoot = origins.first().basePath().isEmpty();
    return prefix.isEmpty() && isRoot ? "/" : prefix;
  }

  /** Returns what was configured. */
  public RouteConfig config() {
    return config;
  }

  /** Returns the origins. */
  public OriginGroup origins() {
    return origins;
  }

  /** Returns the origins of the canary; empty where there is none. */
  public List<Origin> canaryOrigins() {
    return canary == null ? List.of() : canary.origins.origins();
  }

  /** Returns all origins, those of the canary included. */
  public List<Origin> allOrigins() {
    List<Origin> all = new ArrayList<>(origins.origins());
    all.addAll(canaryOrigins());
    return all;
  }

  /**
   * Returns the route that a request takes: that of the canary, or this one. Where all origins of
   * the canary are left out, it gets nothing.
   *
   * @param head as the origin is to get it
   */
  Route chosen(RequestHead head) {
    Route other = canary;
    return other != null && choice != null && other.origins.isIn() && choice.takes(head.fields())
        ? other
        : this;
  }

  /** The fields of answers that are for caches, and not for clients. */
  List<AsciiString> hiddenFields() {
    return config.passTags() ? List.of() : TAG_FIELDS;
  }

  /**
   * The mark that tells responses of the canary, and those to a user or a key of WS-Security, from
   * others of the same address; empty for none.
   */
  String mark() {
    return mark;
  }

  private static String mark(RouteConfig config, boolean isCanary) {
    boolean isOwn = isCanary && config.canary() != null && !config.canary().isShared();
    return (isOwn ? "canary " : "")
        + (config.security() == null ? "" : "security " + config.security() + " ");
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
    return isUnder(prefix, path);
  }

  private static boolean isUnder(String above, String path) {
    return path.startsWith(above)
        && (path.length() == above.length() || path.charAt(above.length()) == '/');
  }

  /** The expression that paths fit; null for any path. */
  @Nullable PathPattern pattern() {
    return config.pathPattern();
  }

  /** The rest of the target, which follows the path of an origin. */
  String rest(RequestHead head) {
    return head.target().substring(Math.min(prefix.length(), head.target().length()));
  }

  /** Decides which requests go to a canary. Thread-safe. */
  private static final class CanaryChoice {
    private final Canary canary;
    private final @Nullable StickyKey sticky; // null where requests are not told apart
    private final AtomicLong count = new AtomicLong();

    CanaryChoice(Canary canary, Balance balance) {
      this.canary = canary;
      this.sticky = StickyKey.of(balance);
    }

    /**
     * Whether a request goes there: as its field says, or by the share, of which each sender has
     * all or nothing where the route tells senders apart.
     *
     * @param fields of the request
     */
    boolean takes(HttpHeaders fields) {
      if (canary.field() != null && fields.containsValue(canary.field(), canary.value(), false)) {
        return true;
      }
      String key = sticky == null || canary.share() == 0 ? null : sticky.find(fields);
      if (key != null) {
        return StickyKey.spread(key, Canary.ALL) < canary.share();
      }
      long before = count.getAndIncrement();
      return (before + 1) * canary.share() / Canary.ALL > before * canary.share() / Canary.ALL;
    }
  }
}
