package io.castile.wsdl.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value is not one of its type, or is missing. The message says which, by its path. */
public final class ValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private static final Pattern INDEX = Pattern.compile("(.*)\\[(\\d+)]", Pattern.DOTALL);

  private final String path;
  private final String pointer;
  private final String reason;

  /**
   * @param reason what was expected and found
   */
  public ValueException(String reason) {
    this("", "", reason, null);
  }

  /**
   * @param reason what was expected and found
   * @param cause what found it
   */
  public ValueException(String reason, Throwable cause) {
    this("", "", reason, cause);
  }

  private ValueException(String path, String pointer, String reason, @Nullable Throwable cause) {
    super(path.isEmpty() ? reason : path + ": " + reason, cause);
    this.path = path;
    this.pointer = pointer;
    this.reason = reason;
  }

  /** Returns this failure as one of the content of a field. */
  public ValueException in(String field) {
    String whole =
        path.isEmpty() ? field : path.startsWith("[") ? field + path : field + "." + path;
    return new ValueException(whole, pointer(field) + pointer, reason, this);
  }

  /** The reference tokens of a field, as in {@code items[0]}, and of an index alone (RFC 6901). */
  private static String pointer(String field) {
    Matcher index = INDEX.matcher(field);
    if (!index.matches()) {
      return "/" + field.replace("~", "~0").replace("/", "~1");
    }
    String name = index.group(1);
    return (name.isEmpty() ? "" : pointer(name)) + "/" + index.group(2);
  }

  /** Returns where the value is, as in {@code order.items[0].sku}; may be empty. */
  public String path() {
    return path;
  }

  /** Returns where the value is, as a JSON pointer (RFC 6901); empty for the whole. */
  public String pointer() {
    return pointer;
  }
}
