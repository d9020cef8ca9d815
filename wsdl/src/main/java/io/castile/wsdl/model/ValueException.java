package io.castile.wsdl.model;

import org.jspecify.annotations.Nullable;

/** A value is not one of its type, or is missing. The message says which, by its path. */
public final class ValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String reason;

  /**
   * @param reason what was expected and found
   */
  public ValueException(String reason) {
    this("", reason, null);
  }

  /**
   * @param reason what was expected and found
   * @param cause what found it
   */
  public ValueException(String reason, Throwable cause) {
    this("", reason, cause);
  }

  private ValueException(String path, String reason, @Nullable Throwable cause) {
    super(path.isEmpty() ? reason : path + ": " + reason, cause);
    this.path = path;
    this.reason = reason;
  }

  /** Returns this failure as one of the content of a field. */
  public ValueException in(String field) {
    String whole =
        path.isEmpty() ? field : path.startsWith("[") ? field + path : field + "." + path;
    return new ValueException(whole, reason, this);
  }

  /** Returns where the value is, as in {@code order.items[0].sku}; may be empty. */
  public String path() {
    return path;
  }
}
