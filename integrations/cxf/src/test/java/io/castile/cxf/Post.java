package io.castile.cxf;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** A service whose answers have all that a binding can find in a message. */
@WebService(targetNamespace = "urn:post")
interface Post {
  @WebMethod
  @WebResult(name = "letter")
  Letter fetch(@WebParam(name = "number") int number);

  /** A letter. */
  @XmlRootElement(namespace = "urn:post")
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlSeeAlso(Parcel.class)
  @XmlType(namespace = "urn:post")
  class Letter {
    @XmlAttribute String from;

    @XmlAttribute(namespace = "urn:stamp")
    Integer value;

    String subject;

    @XmlElement(nillable = true)
    List<String> lines = new ArrayList<>();

    @XmlElement(namespace = "urn:stamp")
    QName kind;

    @XmlList List<Integer> numbers;
    byte[] seal;
    Letter inner;
    Body body;
  }

  /** A letter of another type. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(namespace = "urn:post")
  class Parcel extends Letter {
    double weight;
  }

  /** Texts among elements of any kind. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(namespace = "urn:post")
  class Body {
    @XmlMixed
    @XmlAnyElement(lax = true)
    List<Object> content = new ArrayList<>();
  }
}
