package io.castile.xml;

/**
 * Thrown for a document that is not well-formed XML 1.0 with namespaces, or has a part that SOAP
 * forbids (a DTD: SOAP 1.1 §3).
 */
public final class XmlSyntaxException extends XmlException {
  private static final long serialVersionUID = 1L;

  /** Thrown within a reader where what has arrived of a document ends; never leaves the reader. */
  static final XmlSyntaxException CUT_OFF = new XmlSyntaxException();

  private XmlSyntaxException() {
    super("the document goes on behind what has arrived of it");
  }

  /**
   * @param message what was wrong, expected and found, without the place
   * @param path the path of the element concerned
   * @param offset the byte offset, or -1
   */
  public XmlSyntaxException(String message, String path, long offset) {
    super(message, path, offset, null);
  }

  /** Constructs an exception with its cause. */
  public XmlSyntaxException(String message, String path, long offset, Throwable cause) {
    super(message, path, offset, cause);
  }
}
