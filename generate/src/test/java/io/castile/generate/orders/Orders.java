package io.castile.generate.orders;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.WebFault;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/** A service written by hand, with what bodies, header blocks and faults may hold. */
@WebService(name = "Orders", targetNamespace = "urn:orders")
@XmlSeeAlso(Orders.Gift.class)
public interface Orders {
  @WebResult(name = "receipt")
  Receipt place(
      @WebParam(name = "order") Order order,
      @WebParam(name = "customer", header = true) Customer customer)
      throws Refused, SoldOut;

  @WebMethod
  @WebResult(name = "line")
  List<Line> lines(@WebParam(name = "number") int[] numbers);

  /** With private fields. */
  @XmlAccessorType(XmlAccessType.FIELD)
  class Order extends Numbered {
    private List<Line> lines = new ArrayList<>();
    private Line[] extras = {new Line("bow", 1)};
    private LinkedList<String> notes = new LinkedList<>();
    private Size size = Size.LARGE;
    private LocalDate day = LocalDate.of(2026, 11, 27);

    @XmlJavaTypeAdapter(Reversed.class)
    private String secret = "abc";

    public Order() {}

    public List<Line> lines() {
      return lines;
    }

    public List<String> notes() {
      return notes;
    }
  }

  /** Only {@code xsi:type} names it. */
  @XmlType(name = "gift", namespace = "urn:orders")
  @XmlAccessorType(XmlAccessType.FIELD)
  class Gift extends Order {
    private Wish wish = new Wish();
  }

  /** Is in a gift only. */
  class Wish {
    private String text = "joy";

    public String getText() {
      return text;
    }

    public void setText(String text) {
      this.text = text;
    }
  }

  /** The parent of an order. */
  @XmlAccessorType(XmlAccessType.FIELD)
  class Numbered {
    @XmlAttribute private long number = 7;
  }

  /** A line of an order. */
  record Line(String sku, int count) {}

  /** What is answered. */
  record Receipt(String text, Size size) {}

  /** A header block. */
  record Customer(String name) {}

  /** The size of a parcel. */
  enum Size {
    @XmlEnumValue("S")
    SMALL,
    @XmlEnumValue("L")
    LARGE
  }

  /** Writes texts from their end. */
  final class Reversed extends XmlAdapter<String, String> {
    @Override
    public String unmarshal(String text) {
      return new StringBuilder(text).reverse().toString();
    }

    @Override
    public String marshal(String text) {
      return new StringBuilder(text).reverse().toString();
    }
  }

  /** Why an order is refused, as the detail of a fault. */
  class RefusedInfo {
    private String reason;

    public String getReason() {
      return reason;
    }

    public void setReason(String reason) {
      this.reason = reason;
    }
  }

  /** With a class for its detail. */
  @WebFault(name = "refused", targetNamespace = "urn:orders")
  class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient RefusedInfo info;

    public Refused(String message, RefusedInfo info) {
      super(message);
      this.info = info;
    }

    public RefusedInfo getFaultInfo() {
      return info;
    }
  }

  /** With properties in place of it. */
  class SoldOut extends Exception {
    private static final long serialVersionUID = 1L;
    private int left;

    public SoldOut(String message) {
      super(message);
    }

    public int getLeft() {
      return left;
    }

    public void setLeft(int left) {
      this.left = left;
    }
  }
}
