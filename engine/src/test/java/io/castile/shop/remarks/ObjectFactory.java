package io.castile.shop.remarks;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlRegistry;
import javax.xml.namespace.QName;

@XmlRegistry
public class ObjectFactory {
  private static final QName TEXT = new QName("text");

  @XmlElementDecl(namespace = "", name = "text", scope = RemarkRequest.class)
  public JAXBElement<String> createRemarkRequestText(String value) {
    return new JAXBElement<>(TEXT, String.class, RemarkRequest.class, value);
  }

  @XmlElementDecl(namespace = "", name = "times", scope = RemarkRequest.class)
  public JAXBElement<Integer> createRemarkRequestTimes(Integer value) {
    return new JAXBElement<>(new QName("times"), Integer.class, RemarkRequest.class, value);
  }

  @XmlElementDecl(namespace = "", name = "text", scope = RemarkResponse.class)
  public JAXBElement<String> createRemarkResponseText(String value) {
    return new JAXBElement<>(TEXT, String.class, RemarkResponse.class, value);
  }
}
