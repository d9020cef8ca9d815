package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** The reply of the Complex service of LYE: 100 strings, 100 integers and 4 tuples. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"strings", "numbers", "tuples"})
public class Complex {
  private List<String> strings;

  @XmlElement(type = Integer.class)
  private List<Integer> numbers;

  private List<Tuple> tuples;

  /** Returns the strings: the live list. */
  public List<String> getStrings() {
    if (strings == null) {
      strings = new ArrayList<>();
    }
    return strings;
  }

  /** Returns the integers: the live list. */
  public List<Integer> getNumbers() {
    if (numbers == null) {
      numbers = new ArrayList<>();
    }
    return numbers;
  }

  /** Returns the tuples: the live list. */
  public List<Tuple> getTuples() {
    if (tuples == null) {
      tuples = new ArrayList<>();
    }
    return tuples;
  }
}
