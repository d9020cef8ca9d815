package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.datatype.DatatypeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written of rpc/encoded operations, and what it writes. */
final class EncodedGeneratorTest {
  @TempDir Path folder;

  @Test
  void aMethodHasArraysAndTheNamesOfSchemaTypes() throws Exception {
    Generated generated = Compiled.generate(folder, EncodedShop.wsdl(), Generator.create());

    assertThat(generated.problems()).isEmpty();
    assertThat(Compiled.text(generated, "shop/Shop.java"))
        .contains(
            """
            @WebService(name = "Shop", targetNamespace = "urn:shop")
            @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
            """)
        .contains(
            """
              Bill order(
                  @WebParam(name = "skus", partName = "skus") int[][][] skus,
                  @WebParam(name = "day", partName = "day") @XsiType("date") XMLGregorianCalendar day,
                  @WebParam(name = "code", partName = "code") @XsiType(value = "Code", namespace = "urn:shop") String code,
                  @WebParam(name = "hex", partName = "hex") @XmlJavaTypeAdapter(HexBinaryAdapter.class) byte[] hex,
                  @WebParam(name = "size", partName = "size") @XsiType(value = "unsignedByte", namespace = "http://schemas.xmlsoap.org/soap/encoding/") short size);
            """);
  }

  @Test
  void arraysHaveNoTypesAndBeansHaveThem() throws Exception {
    Generated generated =
        Compiled.generate(folder, EncodedShop.wsdl(), Generator.create().withSerializable(true));

    assertThat(generated.files())
        .extracting(Generated.File::path)
        .filteredOn(path -> path.endsWith(".java"))
        .containsExactly(
            "shop/Bill.java",
            "shop/Kind.java",
            "shop/Late.java",
            "shop/Line.java",
            "shop/ObjectFactory.java",
            "shop/Plain.java",
            "shop/Shop.java",
            "shop/ShopService.java",
            "shop/package-info.java");
    assertThat(Compiled.text(generated, "shop/Bill.java"))
        .contains("protected Line[] lines;", "public void setLines(Line[] value)")
        .contains("     *     array of {@link Line }")
        .containsPattern(
            "@XmlSchemaType\\(name = \"date\"\\)\\s+protected XMLGregorianCalendar\\[] days;")
        .contains("protected double[][] grid;")
        .containsPattern("name = \"int\", namespace = \"[^\"]+\"\\)\\s+protected Integer count;")
        .containsPattern("name = \"Code\", namespace = \"urn:shop\"\\)\\s+protected String code;")
        .contains("protected Kind kind;", "protected Map<Object, Object> more;")
        .containsPattern("CollapsedStringAdapter.class\\)[^;]+protected String remark;")
        .containsPattern("name = \"unsignedShort\"\\)\\s+protected int\\[] own;")
        .doesNotContain("JAXBElement");
  }

  @Test
  void anAccessorOfATypeWithoutANameSaysWhichItRestricts() throws Exception {
    String row =
        "<x:complexType name='Visit'><x:sequence>"
            + "<x:element name='day'><x:simpleType><x:restriction base='x:date'>"
            + "<x:minInclusive value='2020-01-01'/></x:restriction></x:simpleType></x:element>"
            + "<x:element name='count'><x:simpleType><x:restriction base='x:int'>"
            + "<x:maxInclusive value='9'/></x:restriction></x:simpleType></x:element>"
            + "</x:sequence></x:complexType>";
    String wsdl =
        EncodedShop.wsdl(
                Shop.message("rowIn", Shop.type("row", "t:Visit"))
                    + Shop.message("rowOut", Shop.type("return", "t:Visit")),
                Shop.operation("row", ""),
                EncodedShop.bound("row"))
            .replaceFirst("</x:schema>", row + "</x:schema>");

    Generated generated = Compiled.generate(folder, wsdl, Generator.create());

    assertThat(generated.problems()).isEmpty();
    assertThat(Compiled.text(generated, "shop/Visit.java"))
        .containsPattern(
            "@XmlSchemaType\\(name = \"date\"\\)\\s+protected XMLGregorianCalendar day;")
        .contains("protected int count;");
  }

  @Test
  void whatLiteralMessagesHaveStaysAsItIs() throws Exception {
    String wsdl =
        EncodedShop.wsdl(
            Shop.message("orderIn", Shop.type("lines", "t:Lines"))
                + Shop.message("orderOut", Shop.type("return", "x:int"))
                + Shop.message("plainIn", Shop.type("days", "x:int"))
                + Shop.message("plainOut", Shop.type("return", "t:Line")),
            Shop.operation("order", "") + Shop.operation("plain", ""),
            EncodedShop.bound("order") + Shop.bound("plain", ""));
    Generated generated = Compiled.generate(folder, wsdl, Generator.create());

    assertThat(Compiled.text(generated, "shop/Shop.java"))
        .contains("@SOAPBinding(style = SOAPBinding.Style.RPC)\n@Xml")
        .containsOnlyOnce("SOAPBinding.Use.ENCODED")
        .contains("int order(@WebParam(name = \"lines\", partName = \"lines\") Line[] lines);");
    assertThat(Compiled.text(generated, "shop/Line.java")).contains("protected Object any;");
  }

  @Test
  void aDocumentOrHalfAMessageIsNoMethod() throws Exception {
    String messages =
        Shop.message("halfIn", Shop.type("a", "x:int"))
            + Shop.message("halfOut", Shop.type("b", "x:int"))
            + Shop.message("oneIn", Shop.type("a", "x:int"))
            + Shop.message("oneOut", Shop.type("b", "x:int"));
    String half =
        Shop.bound("half", "")
            .replace("<w:output><s:body use='literal'", "<w:output><s:body use='encoded'");
    String operations = Shop.operation("half", "") + Shop.operation("one", "");
    Generated generated =
        Compiled.generate(
            folder,
            EncodedShop.wsdl(messages, operations, half + EncodedShop.bound("one")),
            Generator.create());

    assertThat(Compiled.text(generated, "shop/Shop.java")).contains(" one(").doesNotContain("half");
    assertThat(generated.problems())
        .singleElement()
        .asString()
        .contains("operation half is encoded one way and literal the other");
  }

  @Test
  void aFaultIsAnExceptionWithTheTypeOfItsPart() throws Exception {
    Generated generated =
        Compiled.generate(folder, faulty(Shop.type("lines", "t:Lines")), Generator.create());

    assertThat(generated.problems()).isEmpty();
    assertThat(Compiled.text(generated, "shop/Gone.java"))
        .contains("@WebFault(name = \"detail\", targetNamespace = \"urn:faults\")")
        .contains("public Line getFaultInfo()");
    assertThat(Compiled.text(generated, "shop/Many.java"))
        .contains("@WebFault(name = \"lines\", targetNamespace = \"\")")
        .contains("public Line[] getFaultInfo()");
    assertThat(Compiled.text(generated, "shop/Shop.java"))
        .contains("int one(@WebParam(name = \"a\", partName = \"a\") int a) throws Gone, Many;");
  }

  @Test
  void headerBlocksAreEncodedOrLiteral() throws Exception {
    String messages =
        Shop.message("oneIn", Shop.type("a", "x:int") + Shop.type("session", "t:Line"))
            + Shop.message("oneOut", Shop.type("b", "x:int"))
            + Shop.message("Blocks", "<w:part name='trace' element='t:trace'/>");
    String bound =
        EncodedShop.bound("one")
            .replaceFirst(
                "<s:body",
                "<s:header message='t:oneIn' part='session' use='encoded' namespace='urn:blocks'/>"
                    + "<s:header message='t:Blocks' part='trace' use='literal'/>"
                    + "<s:body parts='a'");
    String wsdl =
        EncodedShop.wsdl(messages, Shop.operation("one", ""), bound)
            .replaceFirst("</x:schema>", "<x:element name='trace' type='x:string'/></x:schema>");

    Generated generated = Compiled.generate(folder, wsdl, Generator.create());

    assertThat(generated.problems()).isEmpty();
    assertThat(Compiled.text(generated, "shop/Shop.java"))
        .contains("@WebParam(name = \"a\", partName = \"a\") int a")
        .contains(
            "@WebParam(name = \"session\", targetNamespace = \"urn:blocks\", partName = \"session\","
                + " header = true) Line session")
        .contains(
            "@WebParam(name = \"trace\", targetNamespace = \"urn:shop\", partName = \"trace\","
                + " header = true) @Literal String trace");
  }

  @Test
  void aFaultOfSeveralPartsIsSaid() throws Exception {
    String parts = Shop.type("lines", "t:Lines") + Shop.type("count", "x:int");
    Generated generated = Compiled.generate(folder, faulty(parts), Generator.create());

    assertThat(generated.problems())
        .singleElement()
        .asString()
        .contains("encoded faults have no detail, expected one part of a type", ": Many");
  }

  /** An operation with two faults, the second of these parts. */
  private static String faulty(String parts) {
    String faults =
        "<w:fault name='gone' message='t:Gone'/><w:fault name='many' message='t:Many'/>";
    String messages =
        Shop.message("Gone", Shop.type("detail", "t:Line"))
            + Shop.message("Many", parts)
            + Shop.message("oneIn", Shop.type("a", "x:int"))
            + Shop.message("oneOut", Shop.type("b", "x:int"));
    String bound =
        EncodedShop.bound("one")
            .replace(
                "</w:operation>",
                "<w:fault name='gone'><s:fault name='gone' use='encoded'"
                    + " namespace='urn:faults'/></w:fault></w:operation>");
    return EncodedShop.wsdl(messages, Shop.operation("one", faults), bound);
  }

  @Test
  void messagesHaveTheTypesOfTheDescription() throws Exception {
    Generator generator = Generator.create().withEquals(true).withCopy(true);
    try (Compiled compiled = Compiled.of(folder, EncodedShop.wsdl(), generator)) {
      Object bill = late(compiled);
      Class<?> sei = compiled.type("shop.Shop");
      Object[] received = new Object[5];
      Object service =
          Proxy.newProxyInstance(
              sei.getClassLoader(),
              new Class<?>[] {sei},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return method.invoke(this, arguments);
                }
                System.arraycopy(arguments, 0, received, 0, arguments.length);
                return bill;
              });
      try (SoapServer server =
          Castile.server().host("localhost").publish("/shop", service).start()) {
        Object port = Castile.client(sei).endpoint(server.url("/shop")).build();
        int[][][] cube = {{{1, 2}}, {}};

        Object result = order(port, cube);

        assertThat(result).isEqualTo(bill).isNotSameAs(bill);
        assertThat(bill.getClass().getMethod("copy").invoke(bill)).isEqualTo(bill);
        assertThat(received[0]).isEqualTo(cube);
        assertThat(received[1]).hasToString("2004-06-14");
        assertThat(received[2]).isEqualTo("c1");
        assertThat(received[3]).isEqualTo(new byte[] {10, -1});
        assertThat(received[4]).isEqualTo((short) 7);
      }
    }
  }

  @Test
  void partsHaveTheNamesOfTheirSchemaTypes() throws Exception {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().transferTo(sent);
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try (Compiled compiled = Compiled.of(folder, EncodedShop.wsdl(), Generator.create())) {
      String url = "http://localhost:" + server.getAddress().getPort() + "/";
      Object port = Castile.client(compiled.type("shop.Shop")).endpoint(url).build();

      assertThatThrownBy(() -> order(port, new int[2][0][0])).hasStackTraceContaining("404");
    } finally {
      server.stop(0);
    }
    assertThat(sent.toString(StandardCharsets.UTF_8))
        .contains("soapenc:arrayType=\"xsd:int[][][2]\"")
        .contains("<day xsi:type=\"xsd:date\">2004-06-14</day>")
        .containsPattern("<code [^>]*xsi:type=\"n1:Code\">c1</code>")
        .contains("<hex xsi:type=\"xsd:hexBinary\">0AFF</hex>")
        .containsPattern("<size [^>]*xsi:type=\"[a-z0-9]+:unsignedByte\">7</size>");
  }

  private static Object order(Object port, int[][][] cube) throws Exception {
    Method order = port.getClass().getInterfaces()[0].getMethods()[0];
    Object day = DatatypeFactory.newInstance().newXMLGregorianCalendar("2004-06-14");
    return order.invoke(port, cube, day, "c1", new byte[] {10, -1}, (short) 7);
  }

  /** One of a derived class, in which all is set. */
  private static Object late(Compiled compiled) throws Exception {
    Object late = compiled.type("shop.Late").getConstructor().newInstance();
    Object line = compiled.type("shop.Line").getConstructor().newInstance();
    set(line, "text", "pen");
    Object lines = Array.newInstance(line.getClass(), 2);
    Array.set(lines, 0, line);
    Object days = Array.newInstance(javax.xml.datatype.XMLGregorianCalendar.class, 1);
    Array.set(days, 0, DatatypeFactory.newInstance().newXMLGregorianCalendar("2004-06-15"));
    set(late, "sku", "a < b");
    set(late, "lines", lines);
    set(late, "days", days);
    set(late, "grid", new double[][] {{1.5}, {}});
    set(late, "count", 3);
    set(late, "code", "c2");
    set(late, "kind", compiled.type("shop.Kind").getEnumConstants()[0]);
    set(late, "more", Map.of("key", 1));
    set(late, "remark", "token");
    set(late, "own", new int[] {65535});
    set(late, "fee", 5);
    return late;
  }

  private static void set(Object bean, String name, Object value) throws Exception {
    for (Class<?> type = bean.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          field.set(bean, value);
          return;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }
}
