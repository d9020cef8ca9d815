package io.castile.xml;

import org.jspecify.annotations.Nullable;

/**
 * The document is well-formed, but its content is not what the reader was asked for: a wrong
 * element, or text that is not in the lexical space of its type.
 */
public final class XmlDataException extends XmlException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was wrong, expected and found, without the place
   * @param path the path of the element concerned
   * @param offset the byte offset, or -1
   */
  public XmlDataException(String message, String path, long offset) {
    super(message, path, offset, null);
  }

  /** As above, with the exception that led to this one. */
  public XmlDataException(String message, String path, long offset, @Nullable Throwable cause) {
    super(message, path, offset, cause);
  }
}
