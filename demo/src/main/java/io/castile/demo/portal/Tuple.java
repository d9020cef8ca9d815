package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;

/** The reply of the Tuple service of LYE: four values of four types. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"text", "number", "flag", "big"})
public class Tuple {
  @XmlElement(required = true)
  private String text;

  private int number;

  private boolean flag;

  private long big;

  /** Returns the string value. */
  public String getText() {
    return text;
  }

  /** Sets the string value. */
  public void setText(String text) {
    this.text = text;
  }

  /** Returns the integer value. */
  public int getNumber() {
    return number;
  }

  /** Sets the integer value. */
  public void setNumber(int number) {
    this.number = number;
  }

  /** Returns the boolean value. */
  public boolean isFlag() {
    return flag;
  }

  /** Sets the boolean value. */
  public void setFlag(boolean flag) {
    this.flag = flag;
  }

  /** Returns the long value. */
  public long getBig() {
    return big;
  }

  /** Sets the long value. */
  public void setBig(long big) {
    this.big = big;
  }
}
