package io.castile.bench.data;

import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;

/** The operations of {@link GoogleOperation}, as an application calls them. */
public interface Google {
  /** Like {@link Portal#doSpellingSuggestion}. */
  String doSpellingSuggestion(String key, String phrase);

  /** Like {@link Portal#doGetCachedPage}. */
  byte[] doGetCachedPage(String key, String url);

  /** Like {@link Portal#doGoogleSearch}. */
  GoogleSearchResult doGoogleSearch(
      String key,
      String q,
      int start,
      int maxResults,
      boolean filter,
      String restrict,
      boolean safeSearch,
      String lr,
      String ie,
      String oe);
}
