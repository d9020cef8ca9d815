package io.castile.codec.registry;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlRegistry;
import javax.xml.namespace.QName;

/** Makes what {@link Envelope} may hold. */
@XmlRegistry
public class ObjectFactory {
  public Letter createLetter() {
    return new Letter();
  }

  @XmlElementDecl(namespace = "urn:post", name = "letter")
  public JAXBElement<Letter> createLetter(Letter letter) {
    return new JAXBElement<>(new QName("urn:post", "letter"), Letter.class, letter);
  }
}
