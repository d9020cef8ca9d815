package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls by a local transport, beside the same by HTTP. */
class LocalTransportTest {

  @ParameterizedTest
  @EnumSource
  void callsAreAsByHttp(SoapVersion version) throws Exception {
    try (SoapServer server =
        Castile.server().sameVersion(false).publish("/shop", new WrappedShopService()).start()) {
      List<List<Object>> seen = new ArrayList<>();
      for (boolean isLocal : List.of(false, true)) {
        var builder =
            Castile.client(WrappedShop.class).endpoint(server.url("/shop")).soapVersion(version);
        if (isLocal) {
          builder.transport(server.localTransport());
        }
        WrappedShop port = builder.build();
        List<Object> answers = new ArrayList<>();
        answers.add(port.echo("grüße"));
        answers.add(port.add(1, 2));
        answers.add(status(port));
        assertThatThrownBy(() -> port.find("nothing"))
            .isInstanceOfSatisfying(NoSuchItem.class, e -> answers.add(e.getMessage()));
        answers.add(status(port));
        port.tell("something");
        answers.add(status(port));
        seen.add(answers);
        ((AutoCloseable) port).close();
      }

      assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("grüße", 3, 200, 202, 500);
    }
  }

  private static Object status(Object port) {
    return ((BindingProvider) port).getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void codingsAreTakenOff(String coding) throws Exception {
    List<String> codings = new ArrayList<>();
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .publish("/shop", new WrappedShopService())
            .interceptor(
                chain -> {
                  codings.add(chain.request().headers().getOrDefault("content-encoding", "none"));
                  return chain.proceed(chain.request());
                })
            .start()) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/shop"))
              .transport(server.localTransport())
              .compression(Compression.builder().codings(coding).requests(true).build())
              .build();
      String text = "text ".repeat(500);
      assertThat(port.echo(text)).isEqualTo(text);
      assertThat(codings).containsExactly(coding);

      Headers damaged =
          Headers.of("Content-Type", "text/xml", "Content-Encoding", "identity, " + coding);
      assertThat(status(server.localTransport(), server.url("/shop"), damaged)).isEqualTo(400);
    }
  }

  @Test
  void differencesAreSent() throws Exception {
    Ticker.Service service = new Ticker.Service(1, 100);
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    try (SoapServer server =
        Castile.server().sameVersion(false).differential(true).publish("/t", service).start()) {
      Ticker port =
          Castile.client(Ticker.class)
              .endpoint(server.url("/t"))
              .transport(server.localTransport())
              .differential(link)
              .build();
      List<Item> sent = new ArrayList<>(port.items("m"));
      assertThat(port.items("m")).hasSize(sent.size());
      assertThat(port.put(sent)).isEqualTo(sent.size());
      assertThat(port.put(sent)).isEqualTo(sent.size());

      assertThat(link.statistics().deltas()).isPositive();
      assertThat(link.statistics().requestDeltas()).isPositive();
    }
  }

  @Test
  void whatHttpRefusesIsRefused() throws Exception {
    try (SoapServer server =
            Castile.server().sameVersion(false).publish("/shop", new WrappedShopService()).start();
        Transport transport = server.localTransport()) {
      assertThat(
              status(transport, server.url("/") + "other", Headers.of("Content-Type", "text/xml")))
          .isEqualTo(404);
      assertThat(status(transport, server.url("/shop"), Headers.of("Content-Type", "text/plain")))
          .isEqualTo(415);
      Headers coded = Headers.of("Content-Type", "text/xml", "Content-Encoding", "csd");
      assertThat(status(transport, server.url("/shop"), coded)).isEqualTo(415);
      assertThat(status(transport, server.url("/shop"), Headers.of("Content-Type", "text/xml")))
          .isEqualTo(500);

      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/") + "other")
              .transport(transport)
              .build();
      assertThatThrownBy(() -> port.echo("x"))
          .isInstanceOf(WebServiceException.class)
          .hasCauseInstanceOf(SoapTransportException.class)
          .hasMessageContaining("404");
    }
  }

  private static int status(Transport transport, String endpoint, Headers headers)
      throws SoapTransportException {
    byte[] content = "<nonsense/>".getBytes(StandardCharsets.UTF_8);
    return transport
        .send(new Transport.Outgoing(endpoint, headers, Payload.of(content, content.length)))
        .status();
  }

  /** Content that breaks off after a few bytes. */
  private record Failing(int size) implements Payload {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write('<');
      throw new IOException("the source has gone");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Payload.UNKNOWN_SIZE, 1000})
  void anAnswerThatCannotBeWrittenFailsTheCall(int size) throws Exception {
    AtomicInteger released = new AtomicInteger();
    AtomicBoolean fails = new AtomicBoolean(true);
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .publish("/shop", new WrappedShopService())
            .interceptor(
                chain -> {
                  SoapResponse response = chain.proceed(chain.request());
                  return fails.get()
                      ? response.withPayload(new Failing(size), released::incrementAndGet)
                      : response;
                })
            .start()) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/shop"))
              .transport(server.localTransport())
              .build();
      assertThatThrownBy(() -> port.echo("x"))
          .isInstanceOf(WebServiceException.class)
          .hasRootCauseInstanceOf(IOException.class)
          .hasMessageContaining("the answer of /shop could not be written: the source has gone");
      assertThat(released).hasValue(1);

      fails.set(false);
      assertThat(port.echo("x")).isEqualTo("x");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Payload.UNKNOWN_SIZE, 1000})
  void aRequestThatCannotBeWrittenIsNotServed(int size) throws Exception {
    Ticker.Service service = new Ticker.Service(1, 1);
    try (SoapServer server = Castile.server().sameVersion(false).publish("/t", service).start();
        Transport transport = server.localTransport()) {
      Transport.Outgoing message =
          new Transport.Outgoing(
              server.url("/t"), Headers.of("Content-Type", "text/xml"), new Failing(size));
      assertThatThrownBy(() -> transport.send(message))
          .isInstanceOf(SoapTransportException.class)
          .hasCauseInstanceOf(IOException.class)
          .hasMessageContaining("the message could not be written: the source has gone");
      assertThat(service.calls).hasValue(0);
    }
  }
}
