package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Pages for people; the oracle is the parser of the JDK, as they are XML too but for one tag. */
final class ServicePagesTest {
  /** A service whose names have marks of HTML. */
  @WebService(
      name = "Odd",
      serviceName = "Odd",
      targetNamespace = "urn:<script>alert(1)</script>&\"'")
  public static class Odd {
    public String ask(String question) {
      return question;
    }

    @Oneway
    public void tell(String text) {}
  }

  private final ServicePages pages =
      new ServicePages(
          Map.of(
              "/odd\"><b>",
              new ServiceEndpoint(
                  new Odd(),
                  ServiceEndpoint.model(Odd.class, CodecMode.ADAPTIVE),
                  ServiceSettings.builder().build())));

  private static Document parse(byte[] page) throws Exception {
    String text =
        new String(page, StandardCharsets.UTF_8)
            .replace("<!DOCTYPE html>\n", "")
            .replace("<meta charset=\"utf-8\">", "");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> links(Document page) {
    List<String> links = new ArrayList<>();
    NodeList all = page.getElementsByTagName("a");
    for (int i = 0; i < all.getLength(); i++) {
      links.add(((Element) all.item(i)).getAttribute("href"));
    }
    return links;
  }

  @Test
  void aListLinksToTheServicesBelowItsMount() throws Exception {
    Document list = parse(pages.page("/", "/api&x"));

    assertThat(links(list)).containsExactly("/api&x/odd\"><b>");
    assertThat(list.getElementsByTagName("b").getLength()).isZero();
    assertThat(links(parse(pages.page("/unknown", "")))).containsExactly("/odd\"><b>");
  }

  @Test
  void aPageNamesWhatItIsOfAndLinksToTheDescription() throws Exception {
    Document page = parse(pages.page("/odd\"><b>", ""));

    assertThat(links(page)).containsExactly("/odd\"><b>?wsdl");
    assertThat(page.getElementsByTagName("script").getLength()).isZero();
    assertThat(page.getElementsByTagName("p").item(0).getTextContent())
        .contains("urn:<script>alert(1)</script>&\"'", "SOAP 1.1");
    List<String> operations = new ArrayList<>();
    NodeList items = page.getElementsByTagName("li");
    for (int i = 0; i < items.getLength(); i++) {
      operations.add(items.item(i).getTextContent());
    }
    assertThat(operations).containsExactlyInAnyOrder("ask", "tell (one-way)");
  }
}
