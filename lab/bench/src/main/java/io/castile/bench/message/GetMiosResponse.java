package io.castile.bench.message;

import io.castile.demo.portal.Mio;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;

/** The reply of {@code getMios}. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = "value")
@XmlRootElement(name = "getMiosResponse")
public class GetMiosResponse {
  @XmlElement(name = "return")
  private List<Mio> value;

  /** For binding. */
  public GetMiosResponse() {}

  /** A reply of that value, which it keeps. */
  public GetMiosResponse(List<Mio> value) {
    this.value = value;
  }

  /** Returns the value itself, not a copy. */
  public List<Mio> value() {
    return value;
  }
}
