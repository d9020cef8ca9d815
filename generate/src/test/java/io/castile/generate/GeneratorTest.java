package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static io.castile.generate.Shop.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written, as it is written. */
final class GeneratorTest {
  private static final String ORDER =
      sequence(
              "order",
              "<x:element name='sku' type='x:string'/><x:element name='count' type='x:int'/>")
          + sequence("orderResponse", "<x:element name='total' type='x:decimal'/>");
  private static final String ORDER_MESSAGES =
      message("orderIn", element("p", "order"))
          + message("orderOut", element("p", "orderResponse"));

  @TempDir Path folder;

  private String generated(String wsdl) throws Exception {
    return Compiled.text(Compiled.generate(folder, wsdl, Generator.create()), "shop/Shop.java");
  }

  @Test
  void aWrappedOperationHasTheElementsAsParameters() throws Exception {
    String wsdl =
        Shop.document(
            ORDER,
            ORDER_MESSAGES,
            operation("order", "")
                .replace("<w:input", "<w:documentation>Buys a *thing*.</w:documentation><w:input"),
            bound("order", ""));

    assertThat(generated(wsdl))
        .isEqualTo(
            """
            package shop;

            import jakarta.jws.WebMethod;
            import jakarta.jws.WebParam;
            import jakarta.jws.WebResult;
            import jakarta.jws.WebService;
            import jakarta.xml.bind.annotation.XmlSeeAlso;
            import jakarta.xml.ws.RequestWrapper;
            import jakarta.xml.ws.ResponseWrapper;
            import java.math.BigDecimal;

            /** Sells &lt;things&gt;. */
            @WebService(name = "Shop", targetNamespace = "urn:shop")
            @XmlSeeAlso(ObjectFactory.class)
            public interface Shop {

              /** Buys a *thing*. */
              @WebMethod(action = "urn:order")
              @RequestWrapper(localName = "order", targetNamespace = "urn:shop", className = "shop.Order")
              @ResponseWrapper(
                  localName = "orderResponse",
                  targetNamespace = "urn:shop",
                  className = "shop.OrderResponse")
              @WebResult(name = "total", targetNamespace = "urn:shop")
              BigDecimal order(
                  @WebParam(name = "sku", targetNamespace = "urn:shop") String sku,
                  @WebParam(name = "count", targetNamespace = "urn:shop") int count);
            }
            """);
  }

  @Test
  void anElementOfAnotherNameIsBare() throws Exception {
    String wsdl =
        Shop.document(
            ORDER,
            ORDER_MESSAGES.replace("orderIn", "buyIn").replace("orderOut", "buyOut"),
            operation("buy", ""),
            bound("buy", ""));

    assertThat(generated(wsdl))
        .contains(
            """
            @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
            """)
        .contains(
            """
              @WebMethod(action = "urn:buy")
              @WebResult(name = "orderResponse", targetNamespace = "urn:shop", partName = "p")
              OrderResponse buy(
                  @WebParam(name = "order", targetNamespace = "urn:shop", partName = "p") Order p);
            """);
  }

  @Test
  void partsOfRpcAreOrderedAsTheOperationSays() throws Exception {
    String wsdl =
        Shop.rpc(
            "<x:element name='any' type='x:string'/>",
            message("swapIn", type("one", "x:string") + type("two", "x:int"))
                + message(
                    "swapOut",
                    type("two", "x:int") + type("old", "x:string") + type("late", "x:boolean")),
            operation("swap", "")
                .replace("name='swap'", "name='swap' parameterOrder='two old one'"),
            bound("swap", ""));

    assertThat(generated(wsdl))
        .contains("@SOAPBinding(style = SOAPBinding.Style.RPC)")
        .contains(
            """
              @WebResult(name = "late", partName = "late")
              boolean swap(
                  @WebParam(name = "two", partName = "two", mode = WebParam.Mode.INOUT) Holder<Integer> two,
                  @WebParam(name = "old", partName = "old", mode = WebParam.Mode.OUT) Holder<String> old,
                  @WebParam(name = "one", partName = "one") String one);
            """);
  }

  @Test
  void headersAreParametersToo() throws Exception {
    String wsdl =
        Shop.document(
            ORDER + "<x:element name='session' type='x:string'/>",
            ORDER_MESSAGES + message("head", element("h", "session")),
            operation("order", ""),
            bound("order", "<s:header message='t:head' part='h' use='literal'/>"));
    Generated own = Compiled.generate(folder, wsdl, Generator.create().withOwnHeadersOnly(true));

    assertThat(generated(wsdl))
        .contains(
            """
                  @WebParam(
                  """
                .strip())
        .contains("name = \"session\"", "header = true", " String session)");
    assertThat(Compiled.text(own, "shop/Shop.java")).doesNotContain("session");
  }

  @Test
  void faultsAreExceptionsAndActionsAreSaid() throws Exception {
    String wsdl =
        Shop.document(
                ORDER + sequence("gone", "<x:element name='sku' type='x:string'/>"),
                ORDER_MESSAGES + message("Gone", element("f", "gone")),
                operation("order", "<w:fault name='gone' message='t:Gone' a:Action='urn:gone'/>"),
                bound("order", ""))
            .replace(
                "<w:input message='t:orderIn'", "<w:input a:Action='urn:in' message='t:orderIn'");
    Generated generated = Compiled.generate(folder, wsdl, Generator.create());

    assertThat(Compiled.text(generated, "shop/Shop.java"))
        .contains("throws Gone_Exception;")
        .contains(
            """
              @Action(
                  input = "urn:in",
                  fault = {@FaultAction(className = Gone_Exception.class, value = "urn:gone")})
            """);
    assertThat(Compiled.text(generated, "shop/Gone_Exception.java"))
        .contains(
            "@WebFault(name = \"gone\", targetNamespace = \"urn:shop\")",
            "public Gone_Exception(String message, Gone faultInfo) {");
  }

  @Test
  void withoutOutputAnOperationIsOneWay() throws Exception {
    String wsdl =
        Shop.document(
            ORDER,
            ORDER_MESSAGES,
            operation("order", "").replace("<w:output message='t:orderOut'/>", ""),
            bound("order", "").replaceAll("<w:output>.*</w:output>", ""));

    assertThat(generated(wsdl)).contains("@Oneway", "  void order(").doesNotContain("WebResult");
  }

  @Test
  void operationsOfOneNameGetNumbers() throws Exception {
    String wsdl =
        Shop.document(
            ORDER,
            ORDER_MESSAGES + message("otherIn", element("p", "orderResponse")),
            operation("order", "")
                + "<w:operation name='order'><w:input name='i' message='t:otherIn'/></w:operation>",
            bound("order", "")
                + "<w:operation name='order'><s:operation/><w:input name='i'><s:body use='literal'/></w:input></w:operation>");

    assertThat(generated(wsdl))
        .contains("BigDecimal order(", "@WebMethod(operationName = \"order\")", "void order2(");
  }

  @Test
  void whatTheProfileForbidsIsLeftOutWithItsReason() throws Exception {
    String wsdl =
        Shop.document(
            ORDER,
            ORDER_MESSAGES
                + message("badIn", element("p", "order") + element("q", "orderResponse"))
                + message("badOut", type("p", "x:int")),
            operation("order", "") + operation("bad", ""),
            bound("order", "") + bound("bad", ""));
    Generated generated = Compiled.generate(folder, wsdl, Generator.create());

    assertThat(Compiled.text(generated, "shop/Shop.java")).doesNotContain("bad");
    assertThat(generated.problems()).hasSize(1);
    assertThat(generated.problems().get(0).toString())
        .contains("shop.wsdl:", "operation bad has 2 parts in the body of its input", "R2201");
  }

  @Test
  void packagesAreThoseOfNamespacesOrThoseThatAreGiven() throws Exception {
    String wsdl = Shop.document(ORDER, ORDER_MESSAGES, operation("order", ""), bound("order", ""));
    Generator one = Generator.create().withPackage("com.example.all");
    Generator other = one.withPackage("urn:shop", "com.example.shop");

    assertThat(Compiled.generate(folder, wsdl, one).files())
        .extracting(Generated.File::path)
        .allSatisfy(path -> assertThat(path).startsWith("com/example/all/"));
    assertThat(Compiled.generate(folder, wsdl, other).interfaces())
        .containsExactly("com.example.shop.Shop");
    assertThatThrownBy(() -> one.withPackage("com.class"))
        .hasMessage("expected the name of a package, found 'com.class'");
  }
}
