package io.castile.codec.loading;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** A bean of an application that comes and goes. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public class Letter {
  private String text = "dear";
  private Letter reply;

  /** Makes a letter with a reply. */
  public static Letter answered() {
    Letter letter = new Letter();
    letter.reply = new Letter();
    return letter;
  }
}
