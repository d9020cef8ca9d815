package io.castile.shop;

import io.castile.shop.remarks.ObjectFactory;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;

/**
 * Wrapper classes as tools make them of elements that may be nil and may be absent: they hold
 * elements, where the interface has the values.
 */
@WebService(targetNamespace = "urn:remarks")
@XmlSeeAlso(ObjectFactory.class)
public interface RemarkShop {
  @RequestWrapper(
      localName = "remark",
      targetNamespace = "urn:remarks",
      className = "io.castile.shop.remarks.RemarkRequest")
  @ResponseWrapper(
      localName = "remarkResponse",
      targetNamespace = "urn:remarks",
      className = "io.castile.shop.remarks.RemarkResponse")
  @WebResult(name = "text")
  String remark(@WebParam(name = "text") String text, @WebParam(name = "times") Integer times);
}
