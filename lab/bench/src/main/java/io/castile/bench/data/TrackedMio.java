package io.castile.bench.data;

import io.castile.template.tracked.TrackedBean;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;

/** A mesh object that knows when it has changed. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"x", "y", "value"})
public final class TrackedMio extends TrackedBean {
  private int x;

  private int y;

  private double value;

  /** For binding. */
  public TrackedMio() {}

  /** A mesh object. */
  public TrackedMio(int x, int y, double value) {
    this.x = x;
    this.y = y;
    this.value = value;
  }

  /** Sets the value. */
  public void setValue(double value) {
    this.value = value;
    changed();
  }
}
