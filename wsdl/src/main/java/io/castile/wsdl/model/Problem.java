package io.castile.wsdl.model;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A flaw of a description that did not keep it from being read.
 *
 * @param severity what it means for users of the description
 * @param place where it is
 * @param message what was expected and found
 * @param advice what to do about it, or what was done
 */
public record Problem(Severity severity, Place place, String message, String advice) {
  private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  /** The consequence of a problem. */
  public enum Severity {
    /** All can be used; something was guessed or put right. */
    WARNING,
    /** The faulty part is left out. */
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

  /** Returns the place and the problem, in one line that a terminal shows as it is. */
  @Override
  public String toString() {
    String line = place + ": " + message + "; " + advice;
    return NOT_SHOWN.matcher(line).replaceAll("?"); // which names of a description may have
  }
}
