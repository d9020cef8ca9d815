package io.castile.cache;

import io.castile.soap.Chain;
import io.castile.soap.Interceptor;
import io.castile.soap.Operation;
import io.castile.soap.ServiceModel;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapRequest;
import io.castile.soap.SoapResponse;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cache's link of a chain. In a client it answers with values, so that nothing is written on a
 * hit; in a server with the message, so that nothing is dispatched or written, and where the whole
 * request has been seen before, not even read. Thread-safe.
 */
public final class CacheLink implements Interceptor {
  /** The header that says so where an answer is stale (RFC 9211), in lower case. */
  static final String CACHE_STATUS = "cache-status";

  private final ResponseCache cache;
  private final ServiceModel model;
  private final boolean mayShowCertificate;
  private final RequestMemory memory; // null in a client
  private final Map<Operation, CacheSite> sites = new ConcurrentHashMap<>();

  private CacheLink(
      ResponseCache cache, ServiceModel model, boolean mayShowCertificate, RequestMemory memory) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.model = Objects.requireNonNull(model, "model");
    this.mayShowCertificate = mayShowCertificate;
    this.memory = memory;
  }

  /**
   * Returns the link of a client.
   *
   * @param mayShowCertificate whether connections may be made with a certificate of the client
   */
  public static CacheLink ofClient(
      ResponseCache cache, ServiceModel model, boolean mayShowCertificate) {
    return new CacheLink(cache, model, mayShowCertificate, null);
  }

  /** Returns the link of a server. */
  public static CacheLink ofServer(ResponseCache cache, ServiceModel model) {
    return new CacheLink(cache, model, false, new RequestMemory());
  }

  /** Whether an answer is one of the cache that is older than it should be. */
  public static boolean isStale(SoapResponse answer) {
    return answer.status() == 0 && answer.headers().containsKey(CACHE_STATUS);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Operation operation;
    RequestMemory.Seen seen =
        memory == null || request.hasAttachments() ? null : memory.find(request);
    try {
      operation = seen == null ? request.operation() : seen.operation();
    } catch (SoapMessageException e) {
      return chain.proceed(request); // it is for no operation, as the next link will say
    }
    LinkCall call = new LinkCall(chain, request, site(operation), memory, seen, mayShowCertificate);
    return cache.answer(call);
  }

  private CacheSite site(Operation operation) {
    CacheSite known = sites.get(operation);
    return known != null
        ? known
        : sites.computeIfAbsent(operation, added -> cache.site(model, added));
  }

  @Override
  public String toString() {
    return "response cache";
  }
}
