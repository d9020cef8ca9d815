package io.castile.interop.peers;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** One of everything that templates treat differently. Arrays may be null, which is like empty. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "batch",
    propOrder = {
      "doubles", "ints", "level", "floats", "longs", "mios", "names", "flags", "gaps", "ratio",
      "remark"
    })
public final class Batch {
  @XmlAttribute(required = true)
  public int number;

  public double[] doubles;
  public int[] ints;

  /** Written as nil where it is null. */
  @XmlElement(nillable = true)
  public Integer level;

  public float[] floats;

  /** Within ±2^53, for JavaScript has no others. */
  public long[] longs;

  public List<Mio> mios = new ArrayList<>();
  public List<String> names = new ArrayList<>();
  public List<Boolean> flags = new ArrayList<>();

  /** With null items, which are written as nil. */
  @XmlElement(nillable = true)
  public List<Integer> gaps = new ArrayList<>();

  /** Left out where it is null. */
  public Double ratio;

  @XmlElement(nillable = true)
  public String remark;
}
