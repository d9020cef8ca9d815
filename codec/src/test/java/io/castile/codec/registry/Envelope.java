package io.castile.codec.registry;

import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlRootElement;

/** Says nothing of what is in it. */
@XmlRootElement(namespace = "urn:post")
public class Envelope {
  public String to;

  @XmlAnyElement(lax = true)
  public Object content;
}
