package io.castile.wsdl.model;

import java.util.Objects;

/**
 * Something in a description that is not as it should be, and that did not keep it from being read.
 *
 * @param severity what it means for those who use the description
 * @param place where it is
 * @param message what was expected and found
 * @param advice what to do about it, or what was done
 */
public record Problem(Severity severity, Place place, String message, String advice) {
  /** What a problem means. */
  public enum Severity {
    /** All can be used; something was guessed or put right. */
    WARNING,
    /** What stands there is left out. */
    ERROR
  }

  public Problem {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(advice, "advice");
  }

  /** A problem that leaves all usable. */
  public static Problem warning(Place place, String message, String advice) {
    return new Problem(Severity.WARNING, place, message, advice);
  }

  /** A problem because of which something is left out. */
  public static Problem error(Place place, String message, String advice) {
    return new Problem(Severity.ERROR, place, message, advice);
  }

  @Override
  public String toString() {
    return place + ": " + message + "; " + advice;
  }
}
