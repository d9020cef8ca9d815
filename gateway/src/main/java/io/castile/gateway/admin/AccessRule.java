package io.castile.gateway.admin;

import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what: a token, where there is one; no page of another site (cross-site requests, DNS
 * rebinding). Immutable and thread-safe.
 */
final class AccessRule {
  private static final String BEARER = "Bearer ";
  private static final int LEAST_TOKEN = 16;

  /**
   * An IPv4 address, or an IPv6 address in brackets: no name that somebody else could point here.
   */
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[\\da-f:.]+]");

  private final byte @Nullable [] token; // null for none
  private final Set<String> hosts = new HashSet<>();

  /**
   * @throws IOException if the token cannot be read, or is too short
   */
  AccessRule(AdminConfig config) throws IOException {
    token = config.tokenFile() == null ? null : token(config.tokenFile());
    hosts.add("localhost");
    hosts.add(config.listen().host().toLowerCase(Locale.ROOT));
    config.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
  }

  private static byte[] token(Path file) throws IOException {
    String text = Files.readString(file).strip();
    if (text.length() < LEAST_TOKEN || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IOException(
          file
              + ": expected a token of "
              + LEAST_TOKEN
              + " or more characters of ASCII without space, found "
              + text.length());
    }
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns why a request for anything is refused; null if it is not. */
  @Nullable Reply refusal(RequestHead head) {
    return isOwnHost(head.host())
        ? null
        : Json.error(421, "this listener is not called '" + head.host() + "' (admin: hosts)");
  }

  private boolean isOwnHost(String field) {
    String host = field.toLowerCase(Locale.ROOT);
    int colon = host.lastIndexOf(':');
    String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    return hosts.contains(name) || ADDRESS.matcher(name).matches();
  }

  /** Returns why a request of the API, or for metrics, is refused; null if it is not. */
  @Nullable Reply apiRefusal(RequestHead head) {
    if (!hasToken(head)) {
      Reply refusal = Json.error(401, "expected the token: Authorization: Bearer …");
      refusal.fields().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"castile\"");
      return refusal;
    }
    if (isOfOtherSite(head)) {
      return Json.error(403, "the request comes from a page of another site");
    }
    if (head.method().equals(HttpMethod.GET) || head.method().equals(HttpMethod.HEAD)) {
      return null;
    }
    String type = head.fields().get(HttpHeaderNames.CONTENT_TYPE, "");
    int semicolon = type.indexOf(';');
    if (!Json.TYPE.equalsIgnoreCase(
        (semicolon < 0 ? type : type.substring(0, semicolon)).strip())) {
      return Json.error(415, "expected Content-Type: application/json");
    }
    return "1".equals(head.fields().get("X-Castile"))
        ? null
        : Json.error(403, "expected X-Castile: 1, which no page of another site can send");
  }

  /** Compared in a time that does not depend on what is the same. */
  private boolean hasToken(RequestHead head) {
    if (token == null) {
      return true;
    }
    String field = head.fields().get(HttpHeaderNames.AUTHORIZATION, "");
    boolean isBearer = field.regionMatches(true, 0, BEARER, 0, BEARER.length());
    String given = isBearer ? field.substring(BEARER.length()).strip() : "";
    return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
  }

  /** By what browsers say of the page: Fetch Metadata, and Origin (RFC 6454 §7). */
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
