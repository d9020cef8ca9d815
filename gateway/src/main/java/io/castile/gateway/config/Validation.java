package io.castile.gateway.config;

import java.util.Locale;

/** The messages of a route that are held to the schemas of its description. */
public enum Validation {
  NONE,
  REQUESTS,
  RESPONSES,
  BOTH;

  /** The words of a configuration. */
  static final String EXPECTED = "requests, responses, both or none";

  /** Whether requests are. */
  public boolean ofRequests() {
    return this == REQUESTS || this == BOTH;
  }

  /** Whether responses are. */
  public boolean ofResponses() {
    return this == RESPONSES || this == BOTH;
  }

  static Validation parse(String word) {
    for (Validation each : values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "expected " + EXPECTED + " but found '" + ConfigValues.shown(word) + "'");
  }
}
