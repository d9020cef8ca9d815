package io.castile.interop.cxf;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A bean that others extend. */
@XmlAccessorType(XmlAccessType.FIELD)
public class Item {
  @XmlAttribute public Integer id;
  public String name;
  public Kind kind;

  public Item() {}

  Item(int id, String name) {
    this.id = id;
    this.name = name;
    this.kind = Kind.LIGHT;
  }

  /** An enumeration with values of its own. */
  public enum Kind {
    @XmlEnumValue("light-weight")
    LIGHT,
    HEAVY
  }

  /** A bean that extends another one, and has some. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Crate extends Item {
    public List<Item> content = new ArrayList<>();

    public Crate() {}

    Crate(int id, Item... content) {
      super(id, "crate");
      this.content.addAll(List.of(content));
    }
  }

  /** Another one. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Barrel extends Item {
    public double litres;

    public Barrel() {}

    Barrel(int id, double litres) {
      super(id, "barrel");
      this.litres = litres;
    }
  }

  /** One that is unknown to the interface. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Parcel extends Item {
    public String receiver;

    public Parcel() {}

    Parcel(int id, String receiver) {
      super(id, "parcel");
      this.receiver = receiver;
    }
  }

  /** A map as messages have it. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Counts {
    public List<Count> count = new ArrayList<>();
  }

  /** An entry of a map as messages have it. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Count {
    @XmlAttribute public String of;
    @XmlValue public int value;
  }

  /** Binds a map. */
  public static class CountsAdapter extends XmlAdapter<Counts, Map<String, Integer>> {
    @Override
    public Map<String, Integer> unmarshal(Counts counts) {
      if (counts == null) {
        return null;
      }
      Map<String, Integer> map = new TreeMap<>();
      counts.count.forEach(count -> map.put(count.of, count.value));
      return map;
    }

    @Override
    public Counts marshal(Map<String, Integer> map) {
      if (map == null) {
        return null;
      }
      Counts counts = new Counts();
      map.forEach(
          (of, value) -> {
            Count count = new Count();
            count.of = of;
            count.value = value;
            counts.count.add(count);
          });
      return counts;
    }
  }
}
