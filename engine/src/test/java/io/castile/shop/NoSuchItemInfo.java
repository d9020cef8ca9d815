package io.castile.shop;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "noSuchItemInfo")
public class NoSuchItemInfo {
  public String wanted;
  public List<String> similar = new ArrayList<>();

  public NoSuchItemInfo() {}

  public NoSuchItemInfo(String wanted, List<String> similar) {
    this.wanted = wanted;
    this.similar.addAll(similar);
  }
}
