package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/**
 * A category of the directory that a search result belongs to. Can be serialized and cloned, as in
 * the response caching paper.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"fullViewableName", "specialEncoding"})
public class DirectoryCategory implements Serializable, Cloneable {
  private static final long serialVersionUID = 1L;

  private String fullViewableName;

  private String specialEncoding;

  /** Returns a copy. */
  @Override
  public DirectoryCategory clone() {
    try {
      return (DirectoryCategory) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("a Cloneable", e);
    }
  }

  /** Returns the name of the category, with those above it. */
  public String getFullViewableName() {
    return fullViewableName;
  }

  /** Sets the name of the category, with those above it. */
  public void setFullViewableName(String fullViewableName) {
    this.fullViewableName = fullViewableName;
  }

  /** Returns the encoding of the name, if it is a special one. */
  public String getSpecialEncoding() {
    return specialEncoding;
  }

  /** Sets the encoding of the name, if it is a special one. */
  public void setSpecialEncoding(String specialEncoding) {
    this.specialEncoding = specialEncoding;
  }
}
