package io.castile.gateway.route;

import io.castile.gateway.config.PathPattern;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request: the first one under whose path of JSON it is, or else the first one
 * whose host, path and expression fit. A path whose segments have parameters ({@code /admin;x/y})
 * has to lead to the same route without them, as servers pass over parameters or do not: else a
 * route could be chosen by the one reading, and the service by the other.
 */
final class RouteFinder {
  private static final Pattern PARAMETERS = Pattern.compile("(?:;|%3B)[^/]*");

  private RouteFinder() {}

  /** Returns the route of a request; null for one that is refused. */
  static @Nullable Route find(List<Route> routes, RequestHead head) {
    String path = head.path();
    Route found = first(routes, head, path);
    return found == null || !hasParameters(path) || found == first(routes, head, without(path))
        ? found
        : null;
  }

  private static @Nullable Route first(List<Route> routes, RequestHead head, String path) {
    for (Route route : routes) {
      if (route.isJson(path) && route.takesHost(head)) {
        return route;
      }
    }
    for (Route route : routes) {
      if (route.isAbove(path) && route.takesHost(head)) {
        PathPattern pattern = route.pattern();
        if (pattern == null) {
          return route;
        } else if (path.length() > PathPattern.MOST_IN_PATH) {
          return null; // and no other: it might be that of this route
        } else if (pattern.matches(path)) {
          return route;
        }
      }
    }
    return null;
  }

  private static boolean hasParameters(String path) {
    return path.indexOf(';') >= 0 || path.contains("%3B");
  }

  private static String without(String path) {
    return PARAMETERS.matcher(path).replaceAll("");
  }

  /** Returns the answer to a request that has no route. */
  static Reply refusal(List<Route> routes, RequestHead head) {
    String path = head.path();
    if (path.length() > PathPattern.MOST_IN_PATH && routes.stream().anyMatch(isCompared(head))) {
      return Reply.ofText(
          414, "the path has more than " + PathPattern.MOST_IN_PATH + " characters (pathPattern)");
    }
    return hasParameters(path) && first(routes, head, path) != null
        ? Reply.ofText(
            400, "expected a path that leads to the same route without parameters, found " + path)
        : Reply.ofText(404, "no route for " + path);
  }

  private static Predicate<Route> isCompared(RequestHead head) {
    return route -> route.pattern() != null && route.isAbove(head.path()) && route.takesHost(head);
  }
}
