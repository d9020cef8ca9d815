package io.castile.cxf;

import io.castile.shop.Item;
import io.castile.shop.WrappedShopService;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;

/** Notes what it is called with. */
final class NotingShop extends WrappedShopService {
  final List<Object> called = new CopyOnWriteArrayList<>();

  @Override
  public List<Item> sameItems(List<Item> items) {
    called.add(items);
    return items;
  }

  @Override
  public String echo(String text) {
    called.add(text);
    if (text.equals("bad")) {
      throw new IllegalArgumentException("it is bad");
    }
    if (text.equals("of the sender")) {
      throw ofSender();
    }
    return text;
  }

  private static SOAPFaultException ofSender() {
    try {
      QName code = new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client");
      return new SOAPFaultException(
          SOAPFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL).createFault("no", code));
    } catch (SOAPException e) {
      throw new IllegalStateException(e);
    }
  }
}
