package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.FreePorts;
import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages with parts are held to a schema as if the parts stood in them. */
class ValidatedAttachmentsTest {
  private SoapServer server;

  @BeforeEach
  void start() {
    server =
        Castile.server()
            .host("localhost")
            .validate(true)
            .mtom(0)
            .publish("/vault", new VaultService())
            .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Vault client(String url) {
    return Castile.client(Vault.class).endpoint(url).validate(true).mtom(0).build();
  }

  private static void callAll(Vault vault) throws IOException {
    byte[] bytes = VaultService.bytes(1);
    String sum = VaultService.summed(new ByteArrayInputStream(bytes));
    assertThat(vault.put(bytes)).isEqualTo(sum);
    assertThat(vault.put(new byte[0])).isEqualTo("0 0");
    assertThat(vault.get(1)).isEqualTo(bytes);
    assertThat(vault.text("t")).isEqualTo("t");
    assertThat(vault.make(1000).getInputStream().readAllBytes()).hasSize(1000);
  }

  @Test
  void messagesWithPartsAreValid(@TempDir Path folder) throws Exception {
    Vault vault = client(server.url("/vault"));
    Path file = Files.write(folder.resolve("data"), VaultService.bytes(2));

    callAll(vault);
    assertThat(vault.fill(new DataHandler(new FileDataSource(file.toFile()))))
        .isEqualTo(VaultService.summed(Files.newInputStream(file)));
  }

  @Test
  void aPartLongerThanTheValidatorSeesIsValid() {
    byte[] bytes = new byte[13 << 20];

    assertThat(client(server.url("/vault")).put(bytes))
        .isEqualTo(VaultService.summed(new ByteArrayInputStream(bytes)));
  }

  @Test
  void messagesOfAnotherStackAreValid() throws Exception {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(Vault.class);
    factory.setAddress(server.url("/vault"));
    Vault vault = factory.create(Vault.class);
    ((SOAPBinding) ((BindingProvider) vault).getBinding()).setMTOMEnabled(true);

    callAll(vault);
  }

  @Test
  void answersOfAnotherStackAreValid() throws Exception {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(new VaultService());
    String url = "http://localhost:" + FreePorts.next() + "/vault";
    factory.setAddress(url);
    factory.getProperties(true).put("mtom-enabled", true);
    Server cxf = factory.create();
    try {
      callAll(client(url));
    } finally {
      cxf.destroy();
    }
  }

  private String answer(String payload, String part) throws Exception {
    String root =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + payload.replace(
                "PART", "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:1'/>")
            + "</e:Body></e:Envelope>";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url("/vault")))
            .header(
                "Content-Type",
                "multipart/related; boundary=b; type=\"application/xop+xml\"; start-info=text/xml")
            .POST(
                BodyPublishers.ofString(
                    "--b\n\n" + root + "\n--b\nContent-ID: <1>\n\n" + part + "\n--b--\n"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void aPartWhereTheSchemaHasNoBytesIsRefused() throws Exception {
    assertThat(answer("<v:put xmlns:v='urn:vault'><bytes>PART</bytes></v:put>", "ABC"))
        .contains("<return>");
    assertThat(answer("<v:get xmlns:v='urn:vault'><place>PART</place></v:get>", "ABC"))
        .contains("the request of operation get is not valid")
        .contains("'QUJD'")
        .contains("/Envelope/Body/get/place");
    assertThat(answer("<v:put xmlns:v='urn:vault'>PART</v:put>", "ABC")).contains("is not valid");
    assertThat(answer("<v:put xmlns:v='urn:vault'><bytes>!PART</bytes></v:put>", "ABC"))
        .contains("is not valid");
  }

  @Test
  void aReferenceToNoPartIsRefused() throws Exception {
    assertThat(
            answer(
                "<v:put xmlns:v='urn:vault'><bytes><x:Include"
                    + " xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:2'/>"
                    + "</bytes></v:put>",
                "ABC"))
        .contains("Client")
        .contains("cid:2");
  }

  @Test
  void anAnswerWithPartsThatIsNotValidEndsItsCall() {
    String root =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><v:textResponse"
            + " xmlns:v='urn:vault'><other><x:Include"
            + " xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:1'/></other>"
            + "</v:textResponse></e:Body></e:Envelope>";
    Vault vault =
        Castile.client(Vault.class)
            .endpoint("http://localhost:1/vault")
            .validate(true)
            .transport(
                new CannedTransport(
                    200,
                    "multipart/related; boundary=b; type=\"application/xop+xml\";"
                        + " start-info=text/xml",
                    "--b\n\n" + root + "\n--b\nContent-ID: <1>\n\nABC\n--b--\n"))
            .build();

    assertThatThrownBy(() -> vault.text("t"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("the response of operation text is not valid")
        .hasMessageContaining("other");
  }
}
