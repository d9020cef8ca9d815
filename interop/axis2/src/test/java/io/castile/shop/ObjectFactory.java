package io.castile.shop;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlRegistry;
import javax.xml.namespace.QName;

/**
 * The beans of the package, as classes that were generated from a schema have it. Where there is
 * none, Axis2 looks for beans in folders of the class path, but not in archives.
 */
@XmlRegistry
public final class ObjectFactory {
  /** Returns a new bean. */
  public Item createItem() {
    return new Item();
  }

  /** Returns a new bean. */
  public SpecialItem createSpecialItem() {
    return new SpecialItem();
  }

  /** Returns a new bean. */
  public NoSuchItemInfo createNoSuchItemInfo() {
    return new NoSuchItemInfo();
  }

  /** Returns the answer of {@link BareShop}. */
  @XmlElementDecl(namespace = "urn:bare-shop", name = "found")
  public JAXBElement<Item> createFound(Item value) {
    return new JAXBElement<>(new QName("urn:bare-shop", "found"), Item.class, value);
  }
}
