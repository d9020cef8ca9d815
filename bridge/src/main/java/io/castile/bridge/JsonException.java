package io.castile.bridge;

import org.jspecify.annotations.Nullable;

/** A text is not the JSON that was expected. */
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String pointer;

  /**
   * @param pointer where the fault is (RFC 6901)
   * @param reason what was expected and found
   */
  JsonException(String pointer, String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.pointer = pointer;
  }

  /** Returns where the fault is, as a pointer (RFC 6901); empty for the whole text. */
  public String pointer() {
    return pointer;
  }
}
