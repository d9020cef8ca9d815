package io.castile.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** An answer of the portal as a text to compare: its JSON, which no SOAP stack has a hand in. */
public final class PortalText {
  private static final ObjectMapper JSON = new ObjectMapper().findAndRegisterModules();

  private PortalText() {}

  /** Returns the text of a value of the portal's types. */
  public static String of(Object answer) {
    try {
      return JSON.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the portal's types are plain beans", e);
    }
  }
}
