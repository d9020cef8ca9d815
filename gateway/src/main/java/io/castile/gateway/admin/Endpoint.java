package io.castile.gateway.admin;

import org.jspecify.annotations.Nullable;

/** The requests of the API, each with the one role that it needs. */
enum Endpoint {
  METRICS("GET", "/metrics", Role.READ),
  TOKEN("GET", "/api/token", Role.READ),
  OPERATIONS("GET", "/api/operations", Role.READ),
  ORIGINS("GET", "/api/origins", Role.READ),
  RELOAD("GET", "/api/reload", Role.READ),
  ENTRIES("GET", "/api/entries", Role.READ),
  ENTRY("GET", "/api/entries/", Role.READ),
  POLICY("GET", "/api/policy", Role.READ),
  VERSION("GET", "/api/policy/", Role.READ),
  /** Changes nothing, though it has content. */
  PREVIEW("POST", "/api/policy/preview", Role.READ),
  ADVICE("GET", "/api/advice", Role.READ),
  RECORDING("GET", "/api/recording", Role.READ),
  PURGE("POST", "/api/purge", Role.PURGE),
  EDIT("PUT", "/api/policy", Role.POLICY),
  ROLLBACK("POST", "/api/policy/rollback", Role.POLICY);

  private final String method;
  private final String path;
  private final Role role;

  /**
   * @param path with a slash at its end where a name follows
   */
  Endpoint(String method, String path, Role role) {
    this.method = method;
    this.path = path;
    this.role = role;
  }

  Role role() {
    return role;
  }

  /** Whether a request may change something. */
  boolean isChange() {
    return role != Role.READ;
  }

  /** Returns the name that follows in a path. */
  String name(String of) {
    return of.substring(path.length());
  }

  /** Returns what a request asks for; null where the API does not have it. */
  static @Nullable Endpoint of(String method, String path) {
    String asked = method.equals("HEAD") ? "GET" : method;
    for (Endpoint each : values()) {
      boolean isOfPath =
          each.path.endsWith("/") ? path.startsWith(each.path) : path.equals(each.path);
      if (isOfPath && each.method.equals(asked)) {
        return each;
      }
    }
    return null;
  }
}
