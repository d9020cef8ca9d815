package io.castile.xml;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for a document that is well-formed but has unexpected content: a wrong element, or text
 * that is not in the lexical space of its type.
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

  /** Constructs an exception with its cause. */
  public XmlDataException(String message, String path, long offset, @Nullable Throwable cause) {
    super(message, path, offset, cause);
  }
}
