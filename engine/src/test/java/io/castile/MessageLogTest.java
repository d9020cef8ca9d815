package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapHeader;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.logging.MessageLog;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is logged of messages, and what is not. */
class MessageLogTest {
  static {
    System.setProperty("org.slf4j.simpleLogger.log." + MessageLog.LOGGER, "debug");
  }

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private PrintStream usual;
  private SoapServer server;

  @BeforeEach
  void listen() {
    usual = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
    server = Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  @AfterEach
  void stop() {
    System.setErr(usual);
    server.close();
  }

  private List<String> lines() {
    return written
        .toString(UTF_8)
        .lines()
        .filter(line -> line.contains(MessageLog.LOGGER))
        .toList();
  }

  private WrappedShop client(MessageLog log, UnaryOperator<ClientBuilder<WrappedShop>> options) {
    return options
        .apply(Castile.client(WrappedShop.class).endpoint(server.url("/shop") + "?key=s3cret"))
        .log(log)
        .build();
  }

  @Test
  void aCallIsTwoLines() {
    client(MessageLog.info(), builder -> builder).echo("a\nb");

    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0))
        .contains("INFO " + MessageLog.LOGGER + " - request operation=echo")
        .contains("to=" + server.url("/shop"))
        .containsPattern("bytes=\\d+")
        .contains("<arg0>a b</arg0>")
        .doesNotContain("s3cret");
    assertThat(lines().get(1))
        .contains("response operation=echo")
        .containsPattern("time=\\d+us status=200 bytes=\\d+")
        .contains("<return>a b</return>");
  }

  /** What addressing and security add comes late, and is most of what people look for. */
  @Test
  void whatIsOnTheWireIsLogged() {
    server.close();
    server =
        Castile.server()
            .host("localhost")
            .security(s -> s.usernameTokens(user -> "s3cret"))
            .addressing(true)
            .publish("/shop", new WrappedShopService())
            .start();

    client(
            MessageLog.info(),
            builder -> builder.addressing(true).security(s -> s.usernameToken("ada", "s3cret")))
        .echo("a");

    assertThat(lines()).hasSize(2).noneMatch(line -> line.contains("s3cret"));
    assertThat(lines().get(0))
        .contains("MessageID>", "Username>ada</", "Password>***</")
        .contains("Content-Type=text/xml; charset=utf-8", "SOAPAction=", "User-Agent=Castile");
    assertThat(lines().get(1)).contains("RelatesTo");
  }

  @Test
  void theLevelIsDebugUnlessItIsInfo() {
    client(MessageLog.debug(), builder -> builder).add(1, 2);

    assertThat(lines()).hasSize(2).allMatch(line -> line.contains("DEBUG"));
  }

  @Test
  void messagesLeaveWithTheirAttachmentsAllTheSame() throws Exception {
    List<Boolean> packages = new ArrayList<>();
    Interceptor looking =
        chain -> {
          SoapResponse response = chain.proceed(chain.request());
          packages.add(
              chain.request().sendsAttachments()
                  && Messages.body(response) instanceof MessageBody.Multipart);
          return response;
        };
    ServerBuilder vaults = Castile.server().host("localhost").mtom(0).log(MessageLog.info());
    try (SoapServer vault = vaults.publish("/vault", new VaultService()).start()) {
      Vault client =
          Castile.client(Vault.class)
              .endpoint(vault.url("/vault"))
              .mtom(0)
              .log(MessageLog.info())
              .interceptor(looking)
              .build();
      try (AutoCloseable closed = (AutoCloseable) client) {
        assertThat(client.get(1)).isEqualTo(VaultService.bytes(1));
      }
    }

    assertThat(packages).containsExactly(true);
    assertThat(lines()).hasSize(4);
    assertThat(lines()).filteredOn(line -> line.contains("request")).hasSize(2);
    assertThat(lines().get(0)).contains("request operation=get", "bytes=? ", "message=-");
  }

  @Test
  void secretsAreHidden() {
    SoapHeader security =
        SoapHeader.of(
            new QName("urn:wsse", "Security"),
            out -> {
              out.startElement("urn:wsse", "Password");
              out.attribute("", "Type", "text");
              out.closeStartTag();
              out.text("s3cret");
              out.startElement("urn:wsse", "deep");
              out.closeStartTag();
              out.text("s3cret");
              out.endElement();
              out.endElement();
              out.startElement("urn:wsse", "Nonce");
              out.closeStartTag();
              out.text("s3cret");
              out.endElement();
            });
    Interceptor adder =
        chain -> {
          SoapResponse response =
              chain.proceed(chain.request().newBuilder().soapHeader(security).build());
          return response;
        };
    WrappedShop shop =
        client(
            MessageLog.info().redacting("arg0", "return").redactingFields("X-Key"),
            builder ->
                builder
                    .interceptor(adder)
                    .header("authorization", "Bearer s3cret")
                    .header("Cookie", "s3cret")
                    .header("X-Key", "s3cret")
                    .header("X-Open", "open"));
    ((BindingProvider) shop)
        .getRequestContext()
        .putAll(
            Map.of(
                BindingProvider.USERNAME_PROPERTY, "ada", BindingProvider.PASSWORD_PROPERTY, "p"));

    assertThat(shop.echo("s3cret")).isEqualTo("s3cret");

    assertThat(lines()).hasSize(2).noneMatch(line -> line.contains("s3cret"));
    assertThat(lines().get(0))
        .contains("X-Open=open", "X-Key=***", "Authorization=***", "Cookie=***")
        .contains("Password>***</", "Nonce>***</", "arg0>***</")
        .doesNotContain("YWRhOn");
    assertThat(lines().get(1)).contains("return>***</");
  }

  /** Where a message breaks off, nobody knows what the rest of it is. */
  @Test
  void ofAMalformedMessageNothingIsLogged() {
    String malformed =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><x>s3cret</x>"
            + "<Password>s3cret</Passw";
    Interceptor breaker =
        chain ->
            chain.proceed(
                chain
                    .request()
                    .newBuilder()
                    .message(malformed.getBytes(UTF_8), chain.request().operation(), Map.of())
                    .build());
    server.close();
    server =
        Castile.server()
            .host("localhost")
            .log(MessageLog.info())
            .publish("/shop", new WrappedShopService())
            .start();
    WrappedShop shop = client(MessageLog.info(), builder -> builder.interceptor(breaker));

    assertThatThrownBy(() -> shop.echo("x")).isInstanceOf(SOAPFaultException.class);

    assertThat(lines()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(lines()).noneMatch(line -> line.contains("s3cret"));
    assertThat(lines().get(0)).contains("message=(not well-formed)");
    assertThat(lines()).anyMatch(line -> line.contains("failed=SoapMessageException"));
  }

  @Test
  void messagesAreShownUpToABound() {
    client(MessageLog.info().showing(100), builder -> builder).echo("x".repeat(10_000));

    String shown = lines().get(0).substring(lines().get(0).indexOf("message=") + 8);
    assertThat(shown).hasSize(101).endsWith("…");
    assertThat(lines().get(0)).containsPattern("bytes=10\\d\\d\\d");
  }

  @Test
  void aServerLogsWhatItAnswers() {
    server.close();
    server =
        Castile.server()
            .host("localhost")
            .log(MessageLog.info())
            .publish("/shop", new WrappedShopService())
            .start();
    WrappedShop shop = Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build();

    assertThat(shop.add(1, 2)).isEqualTo(3);

    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0)).contains("request operation=add to=/shop");
    assertThat(lines().get(1)).contains("response operation=add", "<return>3</return>");
  }
}
