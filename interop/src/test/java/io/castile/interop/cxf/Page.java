package io.castile.interop.cxf;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.util.ArrayList;
import java.util.List;

/** A generic bean: the classes of its items are those that the interface names. */
@XmlAccessorType(XmlAccessType.FIELD)
public class Page<T> {
  public int number;
  public List<T> items = new ArrayList<>();
}
