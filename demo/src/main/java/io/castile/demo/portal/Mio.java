package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;

/** A mesh interface object: a place on a grid and a value there. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"x", "y", "value"})
public class Mio {
  private int x;

  private int y;

  private double value;

  /** Returns the first coordinate. */
  public int getX() {
    return x;
  }

  /** Sets the first coordinate. */
  public void setX(int x) {
    this.x = x;
  }

  /** Returns the second coordinate. */
  public int getY() {
    return y;
  }

  /** Sets the second coordinate. */
  public void setY(int y) {
    this.y = y;
  }

  /** Returns the value. */
  public double getValue() {
    return value;
  }

  /** Sets the value. */
  public void setValue(double value) {
    this.value = value;
  }
}
