package io.castile.engine;

import jakarta.xml.ws.WebServiceException;
import org.jspecify.annotations.Nullable;

/** Reads properties of request contexts, and refuses what is of another type. */
public final class ContextValues {
  private ContextValues() {}

  /**
   * The text that a property holds.
   *
   * @return null where there is none
   */
  public static @Nullable String text(String property, @Nullable Object value) {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(property, "a String", value);
  }

  /** Whether a property is on: a Boolean, or "true" or "false". */
  public static boolean isOn(String property, @Nullable Object value, boolean byDefault) {
    if (value == null) {
      return byDefault;
    }
    if (value instanceof Boolean on) {
      return on;
    }
    if ("true".equalsIgnoreCase(value.toString()) || "false".equalsIgnoreCase(value.toString())) {
      return Boolean.parseBoolean(value.toString());
    }
    throw wrong(property, "a Boolean", value);
  }

  /** The error that a property is of another type; without its value, which may be a secret. */
  public static WebServiceException wrong(String property, String expected, Object value) {
    return new WebServiceException(
        "property "
            + property
            + " of the request context: expected "
            + expected
            + ", found a "
            + value.getClass().getName());
  }
}
