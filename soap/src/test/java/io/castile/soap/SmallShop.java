package io.castile.soap;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebFault;

/** A shop with few operations, for tests of the messages themselves. */
@WebService(name = "SmallShop", targetNamespace = "http://shop.castile.io/")
public interface SmallShop {
  /** What the detail of {@link NoSuchItem} has. */
  class Wanted {
    public String wanted;
  }

  /** There is no such item. */
  @WebFault(name = "noSuchItem", targetNamespace = "urn:shop:faults")
  class NoSuchItem extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Wanted info;

    public NoSuchItem(String message, Wanted info) {
      super(message);
      this.info = info;
    }

    public Wanted getFaultInfo() {
      return info;
    }
  }

  int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

  String echo(String text);

  @Oneway
  void tell(@WebParam(name = "text") String text);

  String find(@WebParam(name = "name") String name) throws NoSuchItem;

  /** Adds, echoes, and has nothing. */
  @WebService(
      endpointInterface = "io.castile.soap.SmallShop",
      targetNamespace = "http://shop.castile.io/")
  class Service implements SmallShop {
    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public String echo(String text) {
      return text;
    }

    @Override
    public void tell(String text) {}

    @Override
    public String find(String name) throws NoSuchItem {
      Wanted info = new Wanted();
      info.wanted = name;
      throw new NoSuchItem("no item " + name, info);
    }
  }
}
