package io.castile.interop.peers;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlType;

/** A mesh interface object, as in the paper: two ints and a double; and a number of its own. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "mio",
    propOrder = {"x", "y", "value"})
public final class Mio {
  @XmlAttribute(required = true)
  public int number;

  public int x;
  public int y;
  public double value;
}
