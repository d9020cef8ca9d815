package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.BareShopService;
import io.castile.shop.ClassyShopService;
import io.castile.shop.RpcShopService;
import io.castile.shop.WrappedShop12Service;
import io.castile.shop.WrappedShopService;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.jaxws.endpoint.dynamic.JaxWsDynamicClientFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The WSDL that a server gives out, as foreign tools read it. */
class DescriptionTest {
  private static final Pattern LOCATION = Pattern.compile("ocation=\"([^\"]*)\"");

  private static SoapServer serve(Object service) {
    return Castile.server().host("localhost").publish("/shop", service).start();
  }

  private static String get(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Document parse(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
  }

  static Stream<Object> services() {
    return Stream.of(
        new WrappedShopService(),
        new WrappedShop12Service(),
        new BareShopService(),
        new RpcShopService(),
        new ClassyShopService());
  }

  @ParameterizedTest
  @MethodSource("services")
  void everyReferenceOfADescriptionIsServed(Object service) throws Exception {
    try (SoapServer server = serve(service)) {
      String wsdl = get(server.url("/shop") + "?wsdl");

      assertThat(parse(wsdl).getDocumentElement().getLocalName()).isEqualTo("definitions");
      assertThat(wsdl).contains("location=\"" + server.url("/shop") + "\"");
      followAll(wsdl, server.url("/shop"), 0);
    }
  }

  private static void followAll(String document, String address, int depth) throws Exception {
    assertThat(depth).isLessThan(6);
    Matcher matcher = LOCATION.matcher(document);
    while (matcher.find()) {
      String location = matcher.group(1);
      if (!location.equals(address)) {
        assertThat(location).startsWith(address + "?");
        String next = get(location);
        parse(next);
        if (!next.equals(document) && depth < 4) {
          followAll(next, address, depth + 1);
        }
      }
    }
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("services")
  void cxfMakesADynamicClientOfADescription(Object service) throws Exception {
    try (SoapServer server = serve(service)) {
      ServiceModel model = ServiceModel.ofImplementation(service.getClass());
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      try (Client client =
          JaxWsDynamicClientFactory.newInstance()
              .createClient(server.url("/shop") + "?wsdl", model.serviceName())) {
        assertThat(client.getEndpoint().getBinding().getBindingInfo().getOperations())
            .hasSize(model.operations().size());
        switch (service.getClass().getSimpleName()) {
          case "RpcShopService", "WrappedShopService", "WrappedShop12Service" ->
              assertThat(client.invoke("add", 40, 2)).containsExactly(42);
          case "BareShopService" ->
              assertThat(client.invoke(new QName("urn:bare-shop", "length"), "four"))
                  .containsExactly("4");
          default -> assertThat(client.invoke("halve", 5.0)).containsExactly(2.5);
        }
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
    }
  }

  @WebService(
      endpointInterface = "io.castile.shop.ClassyShop",
      wsdlLocation = "wsdl/classy.wsdl",
      serviceName = "Classy",
      portName = "ClassyPort",
      targetNamespace = "http://shop.castile.io/")
  public static final class Described extends ClassyShopService {}

  @Test
  void aGivenDescriptionIsServedWithTheAddressPutIn() throws Exception {
    try (SoapServer server = serve(new Described())) {
      String wsdl = get(server.url("/shop") + "?wsdl");

      assertThat(wsdl)
          .contains("written by hand")
          .contains("location=\"" + server.url("/shop") + "\"")
          .doesNotContain("replace.me");
      Matcher schema = Pattern.compile("schemaLocation=\"([^\"]*)\"").matcher(wsdl);
      assertThat(schema.find()).isTrue();
      assertThat(get(schema.group(1))).contains("searchFor");
    }
  }
}
