package io.castile.shop;

import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

@WebService(
    endpointInterface = "io.castile.shop.WrappedShop",
    serviceName = "ShopService",
    portName = "ShopPort")
public class WrappedShopService implements WrappedShop {
  /** What one-way calls said. */
  public final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  @Override
  public String echo(String text) {
    return text;
  }

  @Override
  public String echo(String text, int times) {
    return text.repeat(times);
  }

  @Override
  public int add(int a, int b) {
    return a + b;
  }

  @Override
  public double[] numbers(double[] numbers) {
    return numbers;
  }

  @Override
  public List<Item> sameItems(List<Item> items) {
    return items;
  }

  @Override
  public Item sameItem(Item item) {
    return item;
  }

  @Override
  public byte[] bytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public XMLGregorianCalendar time(XMLGregorianCalendar time) {
    return time;
  }

  @Override
  public void ping() {}

  @Override
  public void tell(String text) {
    told.add(text);
  }

  @Override
  public int exchange(String in, Holder<String> both, Holder<Item> out) {
    out.value = new Item(in, "1.50", 3, Item.Color.GREEN);
    both.value = both.value + "!";
    return in.length();
  }

  @Override
  public String session(String text, String token, Holder<String> session) {
    session.value = session.value + "+1";
    return text + " by " + token;
  }

  @Override
  public Item find(String name) throws NoSuchItem, OutOfStock {
    if (name.equals("sold")) {
      throw new OutOfStock("none left", 7, "Ærø (søn)");
    }
    throw new NoSuchItem("no item " + name, new NoSuchItemInfo(name, List.of("a", "b")));
  }

  @Override
  public void fail(String how) {
    if (how.equals("fault")) {
      throw fault();
    }
    throw new IllegalStateException("the shop <burns> & \u0001 ends");
  }

  private static SOAPFaultException fault() {
    try {
      SOAPFault fault =
          SOAPFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL)
              .createFault("no such way", new QName("urn:shop:codes", "Closed", "c"));
      fault.setFaultActor("urn:shop:door");
      fault.addDetail().addChildElement("why", "w", "urn:shop:why").addTextNode("late");
      return new SOAPFaultException(fault);
    } catch (SOAPException e) {
      throw new AssertionError(e);
    }
  }
}
