package io.castile.xml;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A document could not be read or written. The message says what was wrong, where (element path and
 * byte offset), what was expected and what was found (shortened).
 *
 * @see XmlSyntaxException
 * @see XmlDataException
 * @see XmlLimitException
 */
public abstract class XmlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final long offset;

  XmlException(String message, String path, long offset, @Nullable Throwable cause) {
    super(
        message + " at " + (path.isEmpty() ? "/" : path) + (offset < 0 ? "" : ", byte " + offset),
        cause);
    this.path = path;
    this.offset = offset;
  }

  /** An exception that is thrown again and again, without a place. */
  XmlException(String message) {
    super(message, null, false, false);
    this.path = "";
    this.offset = -1;
  }

  /** Returns the message, which there always is. */
  @Override
  public final String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  /** Returns the path of the element concerned, such as {@code /Envelope/Body/quote}. */
  public final String path() {
    return path;
  }

  /**
   * Returns the byte offset in the UTF-8 form of the document, or -1 where there is none (writing).
   */
  public final long offset() {
    return offset;
  }
}
