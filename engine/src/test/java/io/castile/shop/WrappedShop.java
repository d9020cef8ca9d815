package io.castile.shop;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/** Document/literal wrapped, without wrapper classes. */
@WebService
@XmlSeeAlso(SpecialItem.class)
public interface WrappedShop {
  String echo(String text);

  @WebMethod(operationName = "repeat")
  @RequestWrapper(className = "io.castile.shop.jaxws.Repeat")
  @ResponseWrapper(className = "io.castile.shop.jaxws.RepeatResponse")
  String echo(@WebParam(name = "text") String text, @WebParam(name = "times") int times);

  int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

  @WebResult(name = "numbers", targetNamespace = "http://shop.castile.io/")
  double[] numbers(
      @WebParam(name = "numbers", targetNamespace = "http://shop.castile.io/") double[] numbers);

  List<Item> sameItems(List<Item> items);

  Item sameItem(Item item);

  byte[] bytes(byte[] bytes);

  XMLGregorianCalendar time(XMLGregorianCalendar time);

  void ping();

  @Oneway
  @WebMethod(action = "urn:shop:notify")
  void tell(@WebParam(name = "text") String text);

  int exchange(
      @WebParam(name = "in") String in,
      @WebParam(name = "both", mode = WebParam.Mode.INOUT) Holder<String> both,
      @WebParam(name = "out", mode = WebParam.Mode.OUT) Holder<Item> out);

  String session(
      @WebParam(name = "text") String text,
      @WebParam(name = "token", header = true) String token,
      @WebParam(name = "sessionId", header = true, mode = WebParam.Mode.INOUT)
          Holder<String> session);

  Item find(@WebParam(name = "name") String name) throws NoSuchItem, OutOfStock;

  void fail(@WebParam(name = "how") String how);
}
