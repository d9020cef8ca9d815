package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts that are binary data of an expected content type: generated, published and called. */
class BarePartsTest {
  @TempDir Path folder;

  private static String wsdl(String contentTypes) {
    String attributes =
        " type='x:base64Binary' xmlns:m='http://www.w3.org/2005/05/xmlmime'"
            + " m:expectedContentTypes='"
            + contentTypes
            + "'/>";
    return Shop.document(
        "<x:element name='in'" + attributes + "<x:element name='out'" + attributes,
        message("sendIn", element("p", "in")) + message("sendOut", element("p", "out")),
        operation("send", ""),
        bound("send", ""));
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource(
      delimiter = ';',
      value = {
        "image/jpeg; false; java.awt.Image",
        "image/png; false; java.awt.Image",
        "image/*; false; java.awt.Image",
        "image/png, image/jpeg; false; java.awt.Image",
        "image/svg+xml; false; jakarta.activation.DataHandler",
        "image/jpeg; true; jakarta.activation.DataHandler",
        "text/xml; false; jakarta.activation.DataHandler",
        "text/plain; false; jakarta.activation.DataHandler",
        "application/xml; false; jakarta.activation.DataHandler",
        "application/pdf; false; jakarta.activation.DataHandler"
      })
  void aBarePartOfBinaryDataIsPublishedAndCalled(
      String contentTypes, boolean asDataHandlers, String type) throws Exception {
    Generator generator = Generator.create().withCodecs(true);
    try (Compiled compiled =
        Compiled.of(
            folder,
            wsdl(contentTypes),
            asDataHandlers ? generator.withDataHandlers(true) : generator)) {
      Class<?> contract = compiled.type(compiled.generated().interfaces().get(0));
      Method send =
          Arrays.stream(contract.getMethods())
              .filter(each -> each.getName().equals("send"))
              .findFirst()
              .orElseThrow();
      assertThat(send.getParameterTypes()[0].getName()).isEqualTo(type);
      Object service =
          Proxy.newProxyInstance(
              contract.getClassLoader(),
              new Class<?>[] {contract},
              (proxy, method, arguments) -> arguments == null ? null : arguments[0]);
      try (SoapServer server = Castile.server().host("localhost").publish("/s", service).start()) {
        Object port = Castile.client(contract).endpoint(server.url("/s")).build();

        Object answer = send.invoke(port, value(send.getParameterTypes()[0]));

        assertSame(answer);
      }
    }
  }

  private Object value(Class<?> type) throws Exception {
    if (type == Image.class) {
      BufferedImage image = new BufferedImage(4, 3, BufferedImage.TYPE_INT_RGB);
      image.setRGB(1, 1, 0xFFFFFF);
      return image;
    }
    Path file = Files.writeString(folder.resolve("data.xml"), "<a>1</a>");
    return new DataHandler(new FileDataSource(file.toFile()));
  }

  private static void assertSame(Object answer) throws Exception {
    if (answer instanceof BufferedImage image) {
      assertThat(image.getWidth()).isEqualTo(4);
      assertThat(image.getHeight()).isEqualTo(3);
    } else {
      assertThat(
              new String(
                  ((DataHandler) answer).getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("<a>1</a>");
    }
  }
}
