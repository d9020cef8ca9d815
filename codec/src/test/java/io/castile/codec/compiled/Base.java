package io.castile.codec.compiled;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** A superclass in a package other than that of {@link io.castile.codec.Shipment}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "Base",
    namespace = "urn:base",
    propOrder = {"note", "counts"})
public abstract class Base {
  @XmlAttribute private Long revision;
  private String note;
  private long[] counts;
  private transient List<String> unbound;

  /** Sets every property. */
  public void fill(Long newRevision, String newNote, long... newCounts) {
    revision = newRevision;
    note = newNote;
    counts = newCounts;
    unbound = List.of();
  }
}
