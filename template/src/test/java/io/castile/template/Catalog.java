package io.castile.template;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** A bean with the shapes that reading by difference treats apart. */
@XmlRootElement(name = "catalog", namespace = "urn:c")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlSeeAlso(Catalog.Special.class)
public class Catalog {
  @XmlAttribute String id;
  String title;

  @XmlElement(namespace = "urn:c")
  List<Item> item;

  List<Double> price;
  double[] reading;
  int[] count;
  boolean[] flag;
  Item[] spare;

  @XmlElementWrapper(name = "notes")
  @XmlElement(name = "note", nillable = true)
  List<String> notes;

  Item main;

  @XmlElements({
    @XmlElement(name = "text", type = String.class),
    @XmlElement(name = "number", type = Integer.class),
    @XmlElement(name = "thing", type = Item.class)
  })
  List<Object> choices;

  Map<String, Item> stock;
  Object anything;

  @XmlJavaTypeAdapter(DateAdapter.class)
  LocalDate due;

  byte[] data;
  XMLGregorianCalendar sent;
  Letter letter;
  public Crate crate;
  Catalog inner;

  /** An item; which class a message says. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "item", namespace = "urn:c")
  static class Item {
    @XmlAttribute int version;
    String name;
    Double weight;
    QName kind;
    List<String> tag = new ArrayList<>();
    long[] mark;
    Item part;
    Price cost;

    void spoil() {
      version = -1;
      name = "spoilt";
      weight = null;
      kind = null;
      tag.clear();
      if (mark != null) {
        Arrays.fill(mark, -1);
      }
      if (part != null) {
        part.spoil();
      }
      if (cost != null) {
        cost.amount = -1;
      }
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "special", namespace = "urn:c")
  static final class Special extends Item {
    String care;
    List<Item> item;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Price {
    @XmlAttribute String currency;
    @XmlValue double amount;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Letter {
    @XmlMixed @XmlAnyElement List<Object> content;
  }

  /** Property access: everything is set when it is complete. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  public static final class Crate {
    @XmlTransient public boolean compiled;
    private String label;
    private double[] sizes;
    private List<Item> items;

    public String getLabel() {
      return label;
    }

    /** Keeps, beside the label, whether compiled code gave it. */
    public void setLabel(String label) {
      compiled =
          StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES)
              .walk(frames -> frames.anyMatch(f -> f.getClassName().contains("CastileCodec")));
      this.label = label;
    }

    public double[] getSize() {
      return sizes;
    }

    public void setSize(double[] given) {
      this.sizes = given;
      if (given != null) {
        Arrays.sort(given); // what a setter does to an array is its own affair
      }
    }

    @XmlElement(name = "item", namespace = "urn:c")
    public List<Item> getItems() {
      return items;
    }

    public void setItems(List<Item> items) {
      this.items = items;
    }
  }

  static final class DateAdapter extends XmlAdapter<String, LocalDate> {
    @Override
    public LocalDate unmarshal(String text) {
      return text == null ? null : LocalDate.parse(text);
    }

    @Override
    public String marshal(LocalDate date) {
      return date == null ? null : date.toString();
    }
  }

  /** Changes everything that can be changed, in place, as a careless caller might. */
  public void spoil() {
    id = "spoilt";
    title = null;
    each(item).forEach(Item::spoil);
    each(item).clear();
    each(price).add(-1.0);
    if (reading != null) {
      Arrays.fill(reading, -1);
    }
    if (count != null) {
      Arrays.fill(count, -1);
    }
    for (Item each : spare == null ? new Item[0] : spare) {
      each.spoil();
    }
    each(notes).clear();
    for (Object each : each(choices)) {
      if (each instanceof Item chosen) {
        chosen.spoil();
      }
    }
    each(choices).clear();
    if (main != null) {
      main.spoil();
    }
    if (stock != null) {
      stock.values().stream().filter(each -> each != null).forEach(Item::spoil);
      stock.clear();
    }
    if (anything instanceof Item thing) {
      thing.spoil();
    } else if (anything instanceof org.w3c.dom.Element element) {
      element.setTextContent("spoilt");
    }
    if (data != null) {
      Arrays.fill(data, (byte) 1);
    }
    if (sent != null) {
      sent.setYear(1);
    }
    if (letter != null) {
      each(letter.content).clear();
    }
    if (crate != null) {
      if (crate.sizes != null) {
        Arrays.fill(crate.sizes, -1);
      }
      each(crate.items).forEach(Item::spoil);
      each(crate.items).clear();
    }
    if (inner != null) {
      inner.spoil();
    }
  }

  private static <T> List<T> each(List<T> list) {
    return list == null ? new ArrayList<>() : list;
  }
}
