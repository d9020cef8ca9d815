package io.castile.shop.jaxws;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlRootElement(name = "searchResult", namespace = "urn:classy")
@XmlType(name = "searchResult", namespace = "urn:classy")
public class SearchResponse {
  protected List<String> hit;

  public List<String> getHit() {
    if (hit == null) {
      hit = new ArrayList<>();
    }
    return hit;
  }

  public void setHit(List<String> hit) {
    this.hit = hit;
  }
}
