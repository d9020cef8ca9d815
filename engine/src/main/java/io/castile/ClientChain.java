package io.castile;

import io.castile.cache.internal.CacheInterceptor;
import io.castile.cache.internal.RequestCacheInterceptor;
import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.engine.RequestTemplateInterceptor;
import io.castile.engine.SessionCookieInterceptor;
import io.castile.engine.WholeMessages;
import io.castile.soap.client.ClientLinks;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.http.Transport;
import io.castile.soap.logging.MessageLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chain of a client, a port or a dispatch: which links there are, and their order. */
final class ClientChain {
  private ClientChain() {}

  /** The settings of a client; null for those that are not configured. Owned by its builder. */
  static final class Spec {
    List<Interceptor> interceptors = List.of();

    /** Also where there are no handlers yet: the port's binding may set some. */
    @Nullable HandlerInterceptor handlers;

    @Nullable WholeMessages wholeMessages;
    @Nullable CacheInterceptor cache;
    @Nullable ValidationInterceptor validation; // of ports: a call may ask for it
    @Nullable RequestCacheInterceptor requestCache;
    @Nullable Interceptor addressing;
    @Nullable Interceptor security; // also without a token: a call may bring credentials
    boolean isSecurityForCredentials; // so that other calls need none
    @Nullable MessageLog log;
    @Nullable RequestTemplateInterceptor templates;
    @Nullable Differential differential;
    @Nullable Compression compression;

    @SuppressWarnings("NullAway.Init") // each client has one
    Transport transport;
  }

  /**
   * Returns the chains, in the order in which a call passes them. What names a message, or is good
   * for a time only, is added to what is sent: an answer of the cache is to no message. The cache
   * knows the caller by the credentials. Links behind the templates have a message.
   */
  static ClientLinks links(Spec spec) {
    List<Interceptor> links = new ArrayList<>(spec.interceptors);
    add(links, spec.handlers);
    add(links, spec.wholeMessages);
    add(links, spec.cache);
    add(links, spec.validation);
    add(links, spec.requestCache);
    add(links, spec.addressing);
    add(links, spec.security);
    add(links, spec.log);
    add(links, spec.templates);
    List<Interceptor> differential =
        spec.differential == null ? List.of() : spec.differential.clientLinks();
    boolean asksForCodings = spec.differential != null && !spec.differential.isInHeaderBlock();
    if (spec.compression != null) {
      links.addAll(differential);
      links.add(spec.compression.clientLink());
    } else if (asksForCodings) {
      links.add(Compression.decodingLink());
      links.addAll(differential);
    } else {
      links.addAll(differential);
      links.add(Compression.decodingLink());
    }
    SessionCookieInterceptor cookies = new SessionCookieInterceptor(); // a call may ask for them
    links.add(cookies);
    links.add(SoapClient.transportLink(spec.transport));
    return new ClientLinks(links, plain(links, spec, cookies));
  }

  /** The links of a plain call: all, where an application's interceptor may ask on the way. */
  private static List<Interceptor> plain(
      List<Interceptor> links, Spec spec, SessionCookieInterceptor cookies) {
    if (!spec.interceptors.isEmpty()) {
      return links;
    }
    List<Interceptor> plain = new ArrayList<>();
    for (Interceptor link : links) {
      boolean isAskedFor =
          link == cookies
              || link == spec.handlers
              || (link == spec.security && spec.isSecurityForCredentials)
              || (link == spec.validation && !spec.validation.isAlways());
      if (!isAskedFor) {
        plain.add(link);
      }
    }
    return plain;
  }

  private static void add(List<Interceptor> links, @Nullable Interceptor link) {
    if (link != null) {
      links.add(link);
    }
  }
}
