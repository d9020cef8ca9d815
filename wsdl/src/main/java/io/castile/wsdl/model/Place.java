package io.castile.wsdl.model;

import java.net.URI;
import java.util.Objects;

/**
 * The position of something in a document.
 *
 * @param document where the document is
 * @param line from 1; 0 where it is not known
 * @param column from 1; 0 where it is not known
 */
public record Place(URI document, int line, int column) {
  public Place {
    Objects.requireNonNull(document, "document");
  }

  /** A document as a whole. */
  public static Place of(URI document) {
    return new Place(document, 0, 0);
  }

  /** Returns the document as a person writes it, with line and column where they are known. */
  @Override
  public String toString() {
    String name = document.toString();
    String plain = name.startsWith("file:///") ? name.substring("file://".length()) : name;
    String shown =
        name.startsWith("file:/") && plain.equals(name) ? name.substring("file:".length()) : plain;
    return line == 0 ? shown : shown + ":" + line + ":" + column;
  }
}
