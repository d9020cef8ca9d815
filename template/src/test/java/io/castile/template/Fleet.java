package io.castile.template;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/** Lists whose items are rows, of beans and of simple values, and lists of boxed numbers. */
@XmlRootElement(name = "fleet", namespace = "urn:fleet")
@XmlAccessorType(XmlAccessType.FIELD)
class Fleet {
  String name;

  @XmlElement(name = "car", namespace = "urn:fleet")
  List<Car> cars = new ArrayList<>();

  int size;

  @XmlElementWrapper(name = "vans")
  @XmlElement(name = "van")
  List<Van> vans = new ArrayList<>();

  Car[] sold = {};
  List<Double> prices = new ArrayList<>();
  List<Integer> counts = new ArrayList<>();
  List<Long> numbers = new ArrayList<>();
  List<Float> ratios = new ArrayList<>();

  @XmlElementWrapper(name = "places")
  @XmlElement(name = "place")
  List<String> places = new ArrayList<>();

  @XmlElement(nillable = true)
  List<Color> colors = new ArrayList<>();

  List<LocalDate> days = new ArrayList<>();
  List<XMLGregorianCalendar> times = new ArrayList<>();
  List<BigDecimal> taxes = new ArrayList<>();
  Boolean[] flags = {};
  Fleet other;

  /** A colour. */
  enum Color {
    RED,
    GREEN,
    BLUE
  }

  /** A property of each kind that has a column. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "car")
  @XmlSeeAlso(Van.class)
  static class Car {
    @XmlAttribute String plate;
    @XmlAttribute Integer seats;
    boolean open;
    byte doors;
    short gears;
    int kilometres;
    long number;
    float weight;
    double price;

    @XmlElement(nillable = true)
    String owner;

    BigDecimal tax;
    BigInteger serial;
    Color color;
    Double rate;
    XMLGregorianCalendar built;
    LocalDate bought;
  }

  /** Has inherited properties. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "van")
  static class Van extends Car {
    double load;
  }
}
