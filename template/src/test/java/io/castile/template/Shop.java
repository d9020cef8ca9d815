package io.castile.template;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Beans with every kind of property that a message can have. */
@XmlRootElement(name = "shop", namespace = "urn:shop")
@XmlAccessorType(XmlAccessType.FIELD)
class Shop {
  @XmlAttribute String id;
  @XmlAttribute Integer version;
  @XmlAttribute boolean open;

  @XmlElement(namespace = "urn:shop")
  String name;

  int count;
  Long total;
  double price;
  Double rate;
  float weight;
  Boolean paid;
  BigDecimal amount;
  BigInteger serial;
  XMLGregorianCalendar when;
  byte[] photo;
  QName kind;

  @XmlElement(nillable = true)
  Integer priority;

  @XmlElement(name = "item", namespace = "urn:shop")
  List<Item> items = new ArrayList<>();

  @XmlElementWrapper(name = "notes")
  @XmlElement(name = "note")
  List<String> notes;

  @XmlElement(nillable = true, name = "mark")
  List<Double> marks;

  double[] samples;
  int[] codes;
  long[] times;
  float[] ratios;
  short[] shorts;
  boolean[] flags;

  @XmlList List<Integer> sizes;
  Object anything;
  Text text;
  Measure measure;
  Shop branch;

  @XmlAnyElement(lax = true)
  List<Object> rest;

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "item")
  @XmlSeeAlso({Book.class, Box.class})
  static class Item {
    @XmlAttribute String sku;
    int quantity;
    String title;
    Double price;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "book")
  static class Book extends Item {
    String author;
    List<Integer> pages;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "box", namespace = "urn:box")
  static class Box extends Item {
    double[] sides;
    Item content;
  }

  /** Mixed content. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "text")
  static class Text {
    @XmlMixed
    @XmlElementRef(name = "n", type = JAXBElement.class)
    List<Object> content = new ArrayList<>();
  }

  /** Declares the element that stands in mixed content. */
  @XmlRegistry
  static class ObjectFactory {
    @XmlElementDecl(name = "n")
    JAXBElement<Integer> createN(Integer value) {
      return new JAXBElement<>(new QName("n"), Integer.class, value);
    }
  }

  /** Simple content. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "measure")
  static class Measure {
    @XmlAttribute String unit;
    @XmlValue double value;
  }
}
