package io.castile.codec.compiled;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** A bean that hides a class of {@code java.lang}. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public class Object {
  private int number = 4;
  private Object next;

  /** Returns the number. */
  public int number() {
    return next == null ? number : number + next.number();
  }

  /** Sets what follows. */
  public Object followedBy(Object other) {
    next = other;
    return this;
  }
}
