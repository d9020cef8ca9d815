package io.castile.wsdl.document;

import io.castile.wsdl.model.Place;
import java.io.IOException;
import java.util.Objects;

/** Thrown where a document cannot be had, or is not valid. The message says where and why. */
public final class DocumentException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Place place;

  /**
   * @param place where the error is
   * @param message what was expected and found
   */
  public DocumentException(Place place, String message) {
    super(place + ": " + message);
    this.place = Objects.requireNonNull(place, "place");
  }

  /** Constructs an exception with its cause. */
  public DocumentException(Place place, String message, Throwable cause) {
    this(place, message);
    initCause(cause);
  }

  /** An error with more to say at its end. */
  public DocumentException(DocumentException error, String more) {
    super(error.getMessage() + more, error.getCause());
    this.place = error.place;
  }

  /** Whether it says the same as another one of another place. */
  public boolean says(DocumentException other) {
    return said().equals(other.said());
  }

  private String said() {
    return String.valueOf(getMessage()).substring(place.toString().length());
  }

  /** Returns where the error is. */
  public Place place() {
    return place;
  }
}
