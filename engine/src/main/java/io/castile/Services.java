package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.http.Transport;
import io.castile.soap.server.LocalTransport;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.template.Templates;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The services that are served, whatever brings the requests. Thread-safe. */
final class Services {
  private final Map<String, ServiceEndpoint> endpoints;
  private final ReadTemplateSource readTemplates;
  private final Templates templates;
  private final @Nullable ResponseCache cache; // null for none
  private final @Nullable ResponseCache ownCache; // null for none that is closed with this
  private final boolean hasLifecycle;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param readTemplates of the endpoints; closed with this
   * @param cache null for none
   * @param isOwnCache whether the cache is to be closed with this
   */
  Services(
      Map<String, ServiceEndpoint> endpoints,
      ReadTemplateSource readTemplates,
      Templates templates,
      @Nullable ResponseCache cache,
      boolean isOwnCache,
      boolean hasLifecycle) {
    this.endpoints = Map.copyOf(endpoints);
    this.readTemplates = readTemplates;
    this.templates = templates;
    this.cache = cache;
    this.ownCache = isOwnCache ? cache : null;
    this.hasLifecycle = hasLifecycle;
  }

  Map<String, ServiceEndpoint> endpoints() {
    return endpoints;
  }

  /**
   * Checks that something is served at a path: a service, or the page of all.
   *
   * @param path perhaps with a query
   * @throws IllegalArgumentException if not
   */
  void checkPath(String path) {
    int query = path.indexOf('?');
    String asked = query < 0 ? path : path.substring(0, query);
    if (!asked.isEmpty() && !asked.equals("/") && !endpoints.containsKey(asked)) {
      throw new IllegalArgumentException(
          "Cannot find a service at '"
              + asked
              + "'. Use one of "
              + new TreeSet<>(endpoints.keySet())
              + ".");
    }
  }

  Templates templates() {
    return templates;
  }

  Optional<ResponseCache> cache() {
    return Optional.ofNullable(cache);
  }

  Transport localTransport() {
    return new LocalTransport(endpoints);
  }

  /** Starts the services; called once, before requests. */
  void start() {
    if (hasLifecycle) {
      endpoints.values().forEach(ServiceEndpoint::start);
    }
  }

  /** Closes the services; called when no request is served any more. */
  void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    if (hasLifecycle) {
      endpoints.values().forEach(ServiceEndpoint::close);
    }
    readTemplates.close();
    if (ownCache != null) {
      ownCache.close();
    }
  }
}
