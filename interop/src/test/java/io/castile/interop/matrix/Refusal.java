package io.castile.interop.matrix;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** What a fault's detail says. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "refusal",
    namespace = Probe.TYPES,
    propOrder = {"number", "why", "similar"})
public final class Refusal {
  public int number;

  @XmlElement(required = true)
  public String why;

  public List<String> similar = new ArrayList<>();
}
