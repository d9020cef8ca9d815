package io.castile.codec;

import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.InterpretedCodec;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** A program that may have no compiler: says how it writes an order, and what it writes. */
public final class CompiledAtBuildTime {
  /** With private fields, so that the code must be its nestmate. */
  @XmlRootElement(name = "order")
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Order extends Numbered {
    private String name;
    private List<Line> lines = new ArrayList<>();

    /** A class that is only known through the other one. */
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Line {
      private int count;
    }
  }

  /** The superclass of that. */
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Numbered {
    private int number = 7;
  }

  private CompiledAtBuildTime() {}

  public static BeanCodecs codecs() {
    return BeanCodecs.builder().types(Order.class).mode(CodecMode.COMPILED).build();
  }

  /** A wrapper element without a class, as services have. */
  public static Codec<Object[]> wrapper(BeanCodecs codecs) {
    WrapperPart part = new WrapperPart(new QName("order"), Order.class);
    return codecs.wrapper(new QName("urn:w", "put"), List.of(part));
  }

  public static Order order() {
    Order order = new Order();
    order.name = "a";
    order.lines.add(new Order.Line());
    return order;
  }

  public static void main(String[] arguments) {
    BeanCodecs codecs = codecs();
    Codec<Object[]> wrapper = wrapper(codecs);
    byte[] message = wrapper.toBytes(new Object[] {order()});
    Order read = (Order) wrapper.fromBytes(message)[0];
    StringBuilder said = new StringBuilder(hasCompiler() ? "compiler;" : "no compiler;");
    for (Class<?> type : List.of(Order.class, Order.Line.class, Numbered.class)) {
      boolean interpreted = codecs.beanCodec(type) instanceof InterpretedCodec;
      said.append(interpreted ? " interpreted" : " compiled");
    }
    said.append("; ").append(read.name).append(read.lines.size()).append("; ");
    System.out.println(said + new String(message, StandardCharsets.UTF_8));
  }

  private static boolean hasCompiler() {
    try {
      Class.forName("org.codehaus.janino.Scanner");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
