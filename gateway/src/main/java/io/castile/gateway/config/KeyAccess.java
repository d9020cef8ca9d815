package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Callers show a key in a header field.
 *
 * @param file has the SHA-256 of each key
 * @param field the name of the header field
 * @param passing what becomes of it
 */
public record KeyAccess(Path file, String field, Passing passing) {
  /** The field where no other is named. */
  public static final String DEFAULT_FIELD = "X-Api-Key";

  public KeyAccess {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(passing, "passing");
  }
}
