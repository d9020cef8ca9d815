package io.castile.redis;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Where Redis is. One node or Sentinels as Lettuce spells it; several nodes, or the scheme {@code
 * redis-cluster}, are a cluster.
 *
 * @param nodes not empty; one of them if this is no cluster
 */
record RedisAddress(List<RedisURI> nodes, boolean isCluster) {
  private static final String CLUSTER = "redis-cluster";
  private static final String SECURE_CLUSTER = "rediss-cluster";
  private static final Set<String> SCHEMES =
      Set.of("redis", "rediss", "redis-sentinel", "rediss-sentinel", CLUSTER, SECURE_CLUSTER);

  /** How long a connection may take to be made, log-in included. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is none; its message has no password
   */
  static RedisAddress parse(String text) {
    Objects.requireNonNull(text, "uri");
    int end = text.indexOf("://");
    String scheme = end < 0 ? "" : text.substring(0, end);
    if (!SCHEMES.contains(scheme)) {
      throw new IllegalArgumentException(
          "expected an address redis://, rediss://, redis-sentinel:// or redis-cluster://, found "
              + (end < 0 ? "none of a scheme" : "scheme " + scheme));
    }
    String rest = text.substring(end + 3);
    if (scheme.endsWith("-sentinel")) {
      return new RedisAddress(List.of(node(scheme + "://" + rest)), false);
    }
    boolean isNamedCluster = scheme.endsWith("-cluster");
    String single = scheme.startsWith("rediss") ? "rediss" : "redis";
    int hostsAt = rest.lastIndexOf('@') + 1;
    int hostsEnd = endOfHosts(rest, hostsAt);
    List<RedisURI> nodes = new ArrayList<>();
    for (String host : rest.substring(hostsAt, hostsEnd).split(",", -1)) {
      if (host.isEmpty()) {
        throw new IllegalArgumentException(
            "expected host:port in " + scheme + "://, found nothing");
      }
      nodes.add(
          node(single + "://" + rest.substring(0, hostsAt) + host + rest.substring(hostsEnd)));
    }
    return new RedisAddress(nodes, isNamedCluster || nodes.size() > 1);
  }

  private static int endOfHosts(String rest, int from) {
    for (int i = from; i < rest.length(); i++) {
      if ("/?#".indexOf(rest.charAt(i)) >= 0) {
        return i;
      }
    }
    return rest.length();
  }

  private static RedisURI node(String text) {
    RedisURI node;
    try {
      node = RedisURI.create(text);
    } catch (IllegalArgumentException e) {
      throw malformed(); // without the cause, whose message has the whole address
    }
    boolean hasHost = node.getHost() != null && !node.getHost().isEmpty();
    if (hasHost && node.getHost().contains(":") && !node.getHost().startsWith("[")) {
      throw malformed(); // what stands for a port is none, or the name of the host is no name
    }
    if (!hasHost && node.getSentinels().isEmpty()) {
      throw malformed();
    }
    node.setTimeout(CONNECT_TIMEOUT);
    node.getSentinels().forEach(sentinel -> sentinel.setTimeout(CONNECT_TIMEOUT));
    return node;
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "expected an address like redis://user:password@host:6379/0"
            + " or redis-sentinel://host:26379,host:26379#primary,"
            + " found one that is malformed");
  }

  /** Hosts and ports, without credentials. */
  @Override
  public String toString() {
    return nodes.toString();
  }
}
