package example;

import io.castile.Castile;
import io.castile.SoapMount;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;

/** Calls a service in the same JVM, and writes a bean by code that is compiled for its module. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    try (SoapMount services = Castile.server().publish("/shop", new SmallShop()).mount()) {
      Shop port =
          Castile.client(Shop.class)
              .endpoint("http://localhost/shop")
              .transport(services.localTransport())
              .build();
      System.out.println("total " + port.order(7).total());
    }
    Codecs codecs = Codecs.builder().types(Order.class).mode(CodecMode.COMPILED).build();
    Codec<Order> codec = codecs.element(Order.class, new QName("urn:shop", "order"));
    byte[] xml = codec.toBytes(new SmallShop().order(8));
    System.out.println(new String(xml, StandardCharsets.UTF_8));
    System.out.println("total " + codec.fromBytes(xml).total());
  }
}
