package io.castile.template;

import io.castile.template.tracked.TrackedBean;
import io.castile.template.tracked.TrackedList;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** Has a list that knows its changes, though it does not know its own. */
@XmlRootElement(name = "bay")
@XmlAccessorType(XmlAccessType.FIELD)
class Bay {
  String name = "a bay";

  @XmlElement(name = "buoy")
  List<Buoy> buoys = new TrackedList<>();

  int depth = 7;

  /** A bean with setters that tell its changes, and a count of how often it is looked at. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  @XmlType(propOrder = {"label", "height"})
  static final class Buoy extends TrackedBean {
    @XmlTransient int reads;
    private String label;
    private double height;

    Buoy() {}

    Buoy(String label, double height) {
      this.label = label;
      this.height = height;
    }

    public String getLabel() {
      return label;
    }

    public void setLabel(String label) {
      this.label = label;
      changed();
    }

    public double getHeight() {
      reads++;
      return height;
    }

    public void setHeight(double height) {
      this.height = height;
      changed();
    }
  }
}
