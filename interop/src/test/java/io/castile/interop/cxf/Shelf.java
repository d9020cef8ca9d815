package io.castile.interop.cxf;

import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A bean with adapters, wrappers, choices and a method that is called when it was read. */
@XmlAccessorType(XmlAccessType.FIELD)
public class Shelf {
  @XmlJavaTypeAdapter(Item.CountsAdapter.class)
  public Map<String, Integer> counts;

  @XmlJavaTypeAdapter(LabelAdapter.class)
  public String label;

  @XmlElementWrapper(name = "names")
  @XmlElement(name = "name")
  public List<String> names = new ArrayList<>();

  @XmlElements({
    @XmlElement(name = "crate", type = Item.Crate.class),
    @XmlElement(name = "barrel", type = Item.Barrel.class)
  })
  public List<Item> items = new ArrayList<>();

  @XmlTransient public int timesRead;

  @SuppressWarnings("unused") // a binding calls it
  void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
    timesRead++;
  }

  /** Writes labels with a mark before them, which it was made with. */
  public static class LabelAdapter extends XmlAdapter<String, String> {
    private final String mark;

    public LabelAdapter() {
      this("#");
    }

    LabelAdapter(String mark) {
      this.mark = mark;
    }

    @Override
    public String unmarshal(String label) {
      return label == null ? null : label.substring(mark.length());
    }

    @Override
    public String marshal(String label) {
      return label == null ? null : mark + label;
    }
  }
}
