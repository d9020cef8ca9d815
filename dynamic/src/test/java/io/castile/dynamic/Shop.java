package io.castile.dynamic;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A service with what dynamic calls have to cope with. */
@WebService(serviceName = "Shop", targetNamespace = "urn:shop")
public class Shop {
  final AtomicInteger calls = new AtomicInteger();

  /** An item. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Item {
    @XmlAttribute(required = true)
    public String sku;

    @XmlElement(required = true)
    public int count;

    public BigDecimal price;
    public byte[] label;
  }

  /** Items, and what they cost. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Order {
    @XmlElement(required = true)
    public List<Item> items = new ArrayList<>();

    public BigDecimal total;
  }

  /** Says what is wrong with an order. */
  public static class SoldOut extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sku;
    private final int left;

    public SoldOut(String sku, int left) {
      super(sku + " is sold out");
      this.sku = sku;
      this.left = left;
    }

    public String getSku() {
      return sku;
    }

    public int getLeft() {
      return left;
    }
  }

  @WebMethod
  @WebResult(name = "order")
  public Order order(
      @WebParam(name = "items") List<Item> items, @WebParam(name = "note") String note)
      throws SoldOut {
    calls.incrementAndGet();
    Order order = new Order();
    BigDecimal total = BigDecimal.ZERO;
    for (Item item : items) {
      if (item.count > 100) {
        throw new SoldOut(item.sku, 100);
      }
      BigDecimal price = item.price == null ? BigDecimal.ONE : item.price;
      total = total.add(price.multiply(BigDecimal.valueOf(item.count)));
      order.items.add(item);
    }
    order.total = total;
    return order;
  }

  @WebMethod
  @WebResult(name = "token")
  public String whoAmI(
      @WebParam(name = "session", header = true, targetNamespace = "urn:shop") String session) {
    calls.incrementAndGet();
    return "session " + session;
  }

  @WebMethod
  @WebResult(name = "stock")
  public int count(
      @WebParam(name = "sku") String sku,
      @WebParam(
              name = "valid",
              header = true,
              mode = WebParam.Mode.OUT,
              targetNamespace = "urn:shop")
          Holder<byte[]> valid) {
    calls.incrementAndGet();
    valid.value = sku.equals("none") ? null : new byte[] {1, 2};
    return 7;
  }

  static SoapServer serve(Shop shop) {
    return Castile.server().port(0).publish("/shop", shop).start();
  }
}
