package io.castile.bench.stack;

import io.castile.bench.data.Google;
import io.castile.demo.Peer;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;

/**
 * The search service of a portal on the loopback interface.
 *
 * @param portal the client
 * @param stop closes it, and what else belongs to it
 */
public record LoopbackGoogle(Portal portal, AutoCloseable stop) implements Google, AutoCloseable {

  /** Calls by a client of the demo, which is closed with this. */
  public static LoopbackGoogle of(Peer.Calling client) {
    return new LoopbackGoogle(client.portal(), client);
  }

  @Override
  public String doSpellingSuggestion(String key, String phrase) {
    return portal.doSpellingSuggestion(key, phrase);
  }

  @Override
  public byte[] doGetCachedPage(String key, String url) {
    return portal.doGetCachedPage(key, url);
  }

  @Override
  public GoogleSearchResult doGoogleSearch(
      String key,
      String q,
      int start,
      int maxResults,
      boolean filter,
      String restrict,
      boolean safeSearch,
      String lr,
      String ie,
      String oe) {
    return portal.doGoogleSearch(
        key, q, start, maxResults, filter, restrict, safeSearch, lr, ie, oe);
  }

  @Override
  public void close() throws Exception {
    stop.close();
  }
}
