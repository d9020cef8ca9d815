package io.castile.interop.matrix;

import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlType;

/** Some of its values are no names of Java, nor of other languages. */
@XmlEnum
@XmlType(name = "colour", namespace = Probe.TYPES)
public enum Colour {
  @XmlEnumValue("red")
  RED("red"),
  @XmlEnumValue("dark-green")
  DARK_GREEN("dark-green"),
  @XmlEnumValue("3")
  THIRD("3");

  final String text;

  Colour(String text) {
    this.text = text;
  }
}
