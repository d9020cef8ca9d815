package io.castile.delta.typed;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.math.BigDecimal;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import javax.xml.datatype.XMLGregorianCalendar;

/** A message with a property of each kind: nested, repeated, wrapped, nillable, recursive. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
final class Order {
  @XmlEnum
  enum State {
    OPEN,
    SENT,
    PAID
  }

  @XmlAttribute String id;
  @XmlAttribute Integer version;
  boolean urgent;
  Boolean gift;
  byte rank;
  short shelf;
  int count;
  long total;
  float weight;
  double price;
  Double discount;
  BigDecimal net;
  State state;
  XMLGregorianCalendar ordered;

  @XmlSchemaType(name = "date")
  XMLGregorianCalendar due;

  Date changed;
  UUID key;
  byte[] seal;

  @XmlElement(nillable = true)
  String note;

  @XmlElement(defaultValue = "none")
  String remark;

  @XmlJavaTypeAdapter(CollapsedStringAdapter.class)
  String token;

  double[] values;
  int[] codes;

  @XmlElement(name = "line")
  List<Line> lines;

  @XmlElementWrapper
  @XmlElement(name = "tag")
  List<String> tags;

  List<Integer> numbers;
  Order previous;

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Line {
    @XmlAttribute String article;
    int pieces;
    double price;
    Amount amount;
    List<Line> parts;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Amount {
    @XmlValue String text;
    @XmlAttribute String currency;
  }
}
