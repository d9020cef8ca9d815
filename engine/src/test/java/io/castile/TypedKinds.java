package io.castile;

import io.castile.shop.Item;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.datatype.XMLGregorianCalendar;

/** Services that tell what they get. */
abstract class TypedKinds {
  /** A bean in which there are others. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Node {
    @XmlAttribute String id;

    @XmlElement(name = "child")
    List<Node> children;

    @XmlElement(nillable = true)
    Integer number;

    XMLGregorianCalendar when;
    double[] numbers;
    Item item;
    @XmlAnyElement Object any;

    static Node of(String id, Node... children) {
      Node node = new Node();
      node.id = id;
      node.children = new ArrayList<>(List.of(children));
      return node;
    }
  }

  @WebService(targetNamespace = "urn:kinds")
  public interface Kinds {
    @WebMethod
    String simple(
        @WebParam(name = "a") String a,
        @WebParam(name = "b") int b,
        @WebParam(name = "c") Long c,
        @WebParam(name = "d") boolean d,
        @WebParam(name = "e") double e,
        @WebParam(name = "f") BigDecimal f,
        @WebParam(name = "g") XMLGregorianCalendar g,
        @WebParam(name = "h") Item.Color h,
        @WebParam(name = "i") byte[] i);

    @WebMethod
    String lists(
        @WebParam(name = "a") List<String> a,
        @WebParam(name = "b") double[] b,
        @WebParam(name = "c") List<Integer> c,
        @WebParam(name = "d") Item[] d,
        @WebParam(name = "e") List<Node> e);

    @WebMethod
    String node(@WebParam(name = "node") Node node);

    @WebMethod
    String any(@WebParam(name = "value") Object value);

    @WebMethod
    String nothing();

    @WebMethod
    String holders(
        @WebParam(name = "a", mode = WebParam.Mode.INOUT) Holder<String> a,
        @WebParam(name = "b", mode = WebParam.Mode.OUT) Holder<Integer> b);

    @WebMethod
    int divide(@WebParam(name = "by") int by);

    @WebMethod
    @Oneway
    void tell(@WebParam(name = "text") String text);
  }

  @WebService(endpointInterface = "io.castile.TypedKinds$Kinds", targetNamespace = "urn:kinds")
  public static final class KindsService implements Kinds {
    final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    final AtomicInteger divided = new AtomicInteger();

    private static SOAPFaultException senderFault() {
      try {
        return new SOAPFaultException(
            SOAPFactory.newInstance().createFault("yours", SOAPConstants.SOAP_SENDER_FAULT));
      } catch (SOAPException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public String simple(
        String a,
        int b,
        Long c,
        boolean d,
        double e,
        BigDecimal f,
        XMLGregorianCalendar g,
        Item.Color h,
        byte[] i) {
      return described(a, b, c, d, e, f, g, h, i);
    }

    @Override
    public String lists(List<String> a, double[] b, List<Integer> c, Item[] d, List<Node> e) {
      return described(a, b, c, d, e);
    }

    @Override
    public String node(Node node) {
      return described(node);
    }

    @Override
    public String any(Object value) {
      return described(value);
    }

    @Override
    public String nothing() {
      return "nothing";
    }

    @Override
    public String holders(Holder<String> a, Holder<Integer> b) {
      String found = described(a.value, b.value);
      a.value = a.value + "!";
      b.value = 7;
      return found;
    }

    @Override
    public int divide(int by) {
      divided.incrementAndGet();
      if (by < 0) {
        throw senderFault();
      }
      return 100 / by;
    }

    @Override
    public void tell(String text) {
      told.add(text);
    }
  }

  @WebService(targetNamespace = "urn:rpc")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface Rpc {
    @WebMethod
    String take(
        @WebParam(name = "a", partName = "a") String a,
        @WebParam(name = "b", partName = "b") int b,
        @WebParam(name = "c", partName = "c") Node c);
  }

  @WebService(endpointInterface = "io.castile.TypedKinds$Rpc", targetNamespace = "urn:rpc")
  public static final class RpcService implements Rpc {
    @Override
    public String take(String a, int b, Node c) {
      return described(a, b, c);
    }
  }

  /** Two operations take the same element: their actions tell them apart. */
  @WebService(targetNamespace = "urn:bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface Bare {
    @WebMethod(action = "one")
    Node one(@WebParam(name = "node", targetNamespace = "urn:bare") Node node);

    @WebMethod(action = "two")
    Node two(@WebParam(name = "node", targetNamespace = "urn:bare") Node node);
  }

  @WebService(endpointInterface = "io.castile.TypedKinds$Bare", targetNamespace = "urn:bare")
  public static final class BareService implements Bare {
    @Override
    public Node one(Node node) {
      return Node.of("one" + described(node));
    }

    @Override
    public Node two(Node node) {
      return Node.of("two" + described(node));
    }
  }

  /** All values, with their classes. */
  static String described(Object... values) {
    StringBuilder text = new StringBuilder();
    for (Object value : values) {
      describe(value, text);
    }
    return text.toString();
  }

  private static void describe(Object value, StringBuilder to) {
    to.append('[');
    if (value == null) {
      to.append("null");
    } else if (value instanceof Collection<?> all) {
      to.append(value.getClass().getSimpleName());
      all.forEach(each -> describe(each, to));
    } else if (value.getClass().isArray()) {
      to.append(value.getClass().getSimpleName());
      for (int i = 0; i < Array.getLength(value); i++) {
        describe(Array.get(value, i), to);
      }
    } else if (value instanceof Node || value instanceof Item) {
      for (Field field : value.getClass().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          to.append(field.getName());
          try {
            field.setAccessible(true);
            describe(field.get(value), to);
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        }
      }
    } else if (value instanceof org.w3c.dom.Element element) {
      to.append(element.getLocalName()).append(element.getTextContent());
    } else {
      to.append(value.getClass().getSimpleName()).append(' ').append(value);
    }
    to.append(']');
  }
}
