package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP call that checks whether origins are well.
 *
 * @param body the file with the envelope that is sent
 * @param action the SOAPAction, without quotes; empty for none
 * @param expect the name of an element that the body of the response has to have, {@code
 *     {namespace}local} or {@code local}; null where any response that is no fault will do
 */
public record HealthQuestion(Path body, String action, @Nullable String expect) {
  public HealthQuestion {
    Objects.requireNonNull(body, "body");
    if (!action.matches("[ !#-\\[\\]-~]*")) {
      throw new IllegalArgumentException(
          "expected an action of printable ASCII, without quotes and backslashes, but found '"
              + action
              + "'");
    }
    if (expect != null && !expect.matches("(\\{[^{}]*})?[^{}\\s:]+")) {
      throw new IllegalArgumentException(
          "expected the name of an element, as '{urn:a}b' or b, but found '" + expect + "'");
    }
  }
}
