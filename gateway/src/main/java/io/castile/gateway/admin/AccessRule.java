package io.castile.gateway.admin;

import io.castile.gateway.admin.AdminTokens.Holder;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.edge.WatchedFiles;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are allowed: those with a token of the role, where there are tokens; none
 * from a page of another site (cross-site requests, DNS rebinding). Thread-safe.
 */
final class AccessRule {
  private static final String BEARER = "Bearer ";

  /** An IPv4 address, or an IPv6 address in brackets: no name that an attacker could point here. */
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[\\da-f:.]+]");

  /** Each file by itself: one that is wrong leaves the other to be read. None for no tokens. */
  private final List<WatchedFiles<AdminTokens>> tokens = new ArrayList<>(2);

  private final Set<String> hosts = new HashSet<>();

  /**
   * @throws IOException if tokens cannot be read, or are none
   */
  AccessRule(AdminConfig config) throws IOException {
    Path one = config.tokenFile();
    Path named = config.tokens();
    if (one != null) {
      tokens.add(new WatchedFiles<>(List.of(one), () -> AdminTokens.ofOne(one)));
    }
    if (named != null) {
      tokens.add(new WatchedFiles<>(List.of(named), () -> AdminTokens.ofNamed(named)));
    }
    hosts.add("localhost");
    hosts.add(config.listen().host().toLowerCase(Locale.ROOT));
    config.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
  }

  /** The files that are to be read again when they change. */
  List<WatchedFiles<?>> files() {
    return List.copyOf(tokens);
  }

  /** Returns whose token a request has shown; null where it lacks one that is known. */
  @Nullable Holder holder(RequestHead head) {
    if (tokens.isEmpty()) {
      return Holder.ANYBODY;
    }
    String shown = shown(head);
    Holder found = null;
    for (WatchedFiles<AdminTokens> each : tokens) { // all of them, so that time tells nothing
      Holder holder = each.value().find(shown);
      found = found == null ? holder : found;
    }
    return found;
  }

  /** Returns the token that a request has shown; empty for none. */
  static String shown(RequestHead head) {
    String field = head.fields().get(HttpHeaderNames.AUTHORIZATION, "");
    boolean isBearer = field.regionMatches(true, 0, BEARER, 0, BEARER.length());
    return isBearer ? field.substring(BEARER.length()).strip() : "";
  }

  /**
   * Lets pass requests for the listener's own names.
   *
   * @throws ApiException for others
   */
  void checkHost(RequestHead head) {
    if (!isOwnHost(head.host())) {
      throw new ApiException(
          421, "this listener is not called '" + head.host() + "' (admin: hosts)");
    }
  }

  private boolean isOwnHost(String field) {
    String host = field.toLowerCase(Locale.ROOT);
    int colon = host.lastIndexOf(':');
    String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    return hosts.contains(name) || ADDRESS.matcher(name).matches();
  }

  /**
   * Returns the call that a request of the API, or for metrics, is.
   *
   * @param holder null where it has no token that is known
   * @throws ApiException if it may not be answered
   */
  ApiCall call(RequestHead head, @Nullable Holder holder) {
    if (holder == null) {
      throw refusal(401, "expected the token: Authorization: Bearer …", "");
    }
    if (isOfOtherSite(head)) {
      throw new ApiException(403, "the request comes from a page of another site");
    }
    String method = head.method().name();
    Endpoint endpoint = Endpoint.of(method, head.path());
    if (endpoint != null && !holder.may(endpoint.role())) {
      String role = endpoint.role().word();
      throw refusal(
          403,
          "the token of " + holder.name() + " lacks the role " + role + ", which the request needs",
          ", error=\"insufficient_scope\", scope=\"" + role + "\"");
    }
    checkContent(head);
    if (endpoint == null) {
      throw new ApiException(404, "the API has no " + method + " " + head.path());
    }
    return new ApiCall(endpoint, head, holder);
  }

  /** A refusal that says what token there has to be (RFC 6750 §3). */
  private static ApiException refusal(int status, String text, String parameters) {
    Reply reply = Json.error(status, text);
    reply.fields().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"castile\"" + parameters);
    return new ApiException(text, reply);
  }

  private static void checkContent(RequestHead head) {
    if (head.method().equals(HttpMethod.GET) || head.method().equals(HttpMethod.HEAD)) {
      return;
    }
    String type = head.fields().get(HttpHeaderNames.CONTENT_TYPE, "");
    int semicolon = type.indexOf(';');
    if (!Json.TYPE.equalsIgnoreCase(
        (semicolon < 0 ? type : type.substring(0, semicolon)).strip())) {
      throw new ApiException(415, "expected Content-Type: application/json");
    }
    if (!"1".equals(head.fields().get("X-Castile"))) {
      throw new ApiException(403, "expected X-Castile: 1, which no page of another site can send");
    }
  }

  /**
   * Whether a request comes from a page of another site, by Fetch Metadata and Origin (RFC 6454
   * §7).
   */
  private static boolean isOfOtherSite(RequestHead head) {
    String site = head.fields().get("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      return true;
    }
    String origin = head.fields().get(HttpHeaderNames.ORIGIN);
    String own = (head.isTls() ? "https://" : "http://") + head.host();
    return origin != null && !origin.equalsIgnoreCase(own);
  }
}
