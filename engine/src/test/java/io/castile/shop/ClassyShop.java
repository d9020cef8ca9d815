package io.castile.shop;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;
import java.util.List;

/** Document/literal wrapped with wrapper classes, named and found by default. */
@WebService
public interface ClassyShop {
  @RequestWrapper(
      localName = "searchFor",
      targetNamespace = "urn:classy",
      className = "io.castile.shop.jaxws.SearchRequest")
  @ResponseWrapper(
      localName = "searchResult",
      targetNamespace = "urn:classy",
      className = "io.castile.shop.jaxws.SearchResponse")
  @WebResult(name = "hit")
  List<String> search(
      @WebParam(name = "query") String query, @WebParam(name = "limit") Integer limit);

  @WebMethod
  @WebResult(name = "half")
  double halve(@WebParam(name = "whole") double whole);
}
