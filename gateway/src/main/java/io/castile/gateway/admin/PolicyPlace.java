package io.castile.gateway.admin;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.util.Optional;

/** Where the policy that holds comes from, and is changed. Thread-safe. */
interface PolicyPlace {
  /** Returns the name of a change that the desk has not made. */
  String change();

  /** The text that is there; empty where there is none, or it cannot be read. */
  Optional<String> text();

  /**
   * Has another policy hold.
   *
   * @param before the text that is replaced
   * @throws ApiException if that is not there any more, or the other one cannot be put there
   */
  void replace(String before, String text, CachePolicy policy);

  /** A policy that is in memory alone. */
  static PolicyPlace ofMemory(ResponseCache cache) {
    return new PolicyPlace() {
      @Override
      public String change() {
        return "file";
      }

      @Override
      public Optional<String> text() {
        return Optional.empty();
      }

      @Override
      public void replace(String before, String text, CachePolicy policy) {
        cache.policy(policy);
      }
    };
  }
}
