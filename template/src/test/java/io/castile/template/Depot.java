package io.castile.template;

import io.castile.template.tracked.Tracked;
import io.castile.template.tracked.internal.Stamps;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** Beans that know when they changed, and count how often they are asked for what they hold. */
@XmlRootElement(name = "depot")
@XmlAccessorType(XmlAccessType.PROPERTY)
class Depot implements Tracked {
  private String name;
  private List<Part> parts = new ArrayList<>();
  private double[] levels = {};
  private long changed = Stamps.next();

  /** Changes of the present array: a stamp, the first index and the end of each. */
  private final List<long[]> ranges = new ArrayList<>();

  private long arraySince = changed;

  @Override
  public long modified() {
    long last = changed;
    for (Part part : parts) {
      last = Math.max(last, part == null ? 0 : part.modified());
    }
    return last;
  }

  @Override
  public long changedItems(Object array, long since, int from) {
    if (array != levels || since < arraySince) {
      return EVERYTHING;
    }
    int first = Integer.MAX_VALUE;
    int end = 0;
    for (long[] range : ranges) {
      if (range[0] > since && range[2] > from) {
        first = Math.min(first, Math.max(from, (int) range[1]));
        end = Math.max(end, (int) range[2]);
      }
    }
    return end == 0 ? NOTHING : Tracked.range(first, end);
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
    changed = Stamps.next();
  }

  /** To be changed only by one who calls {@link #touch} then. */
  @XmlElement(name = "part")
  public List<Part> getParts() {
    return parts;
  }

  public void setParts(List<Part> parts) {
    this.parts = parts;
    touch();
  }

  void touch() {
    changed = Stamps.next();
  }

  @XmlElement(name = "level")
  public double[] getLevels() {
    return levels;
  }

  public void setLevels(double[] levels) {
    this.levels = levels;
    touch();
    arraySince = changed;
    ranges.clear();
  }

  void setLevel(int index, double level) {
    levels[index] = level;
    touch();
    ranges.add(new long[] {changed, index, index + 1});
  }

  /** An item. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  @XmlType(name = "part")
  static class Part implements Tracked {
    private String label;
    private int stock;
    private long changed = Stamps.next();

    /** How often it was asked for its label. */
    int reads;

    Part() {}

    Part(String label, int stock) {
      this.label = label;
      this.stock = stock;
    }

    /** Another one that is the same, stamp included. */
    Part copy() {
      Part copy = new Part(label, stock);
      copy.changed = changed;
      return copy;
    }

    @Override
    public long modified() {
      return changed;
    }

    public String getLabel() {
      reads++;
      return label;
    }

    public void setLabel(String label) {
      this.label = label;
      changed = Stamps.next();
    }

    public int getStock() {
      return stock;
    }

    public void setStock(int stock) {
      this.stock = stock;
      changed = Stamps.next();
    }

    /** Changes the stock and tells nobody. */
    void smuggle(int items) {
      stock = items;
    }
  }
}
