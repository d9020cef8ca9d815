package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapException;
import io.castile.soap.SoapHeader;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapMessage;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.LargeMessages;
import io.castile.xml.XmlWriter;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interceptors of an application that see messages which are read while they arrive. */
final class LargeMessageInterceptorsTest {
  private static final int MANY = LargeMessages.BYTES / 20 + 1_000;
  private static final QName TOKEN = new QName("urn:token", "token");

  private final List<SoapServer> servers = new ArrayList<>();

  /** A service with messages of any size. */
  @WebService(targetNamespace = "urn:numbers")
  public interface Numbers {
    /** Returns its argument. */
    double[] echo(double[] numbers);
  }

  /** The service. */
  @WebService(targetNamespace = "urn:numbers")
  public static class NumbersService implements Numbers {
    @Override
    public double[] echo(double[] numbers) {
      return numbers;
    }
  }

  /** What an interceptor asks a message for. */
  private interface Question {
    Object ask(SoapMessage message) throws SoapException;
  }

  /** Notes what messages answer when they are asked, or throw. */
  private static final class Asking implements Interceptor {
    final List<Object> ofRequests = new ArrayList<>();
    final List<Object> ofResponses = new ArrayList<>();
    private final Question question;

    Asking(Question question) {
      this.question = question;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      ofRequests.add(answer(chain.request()));
      SoapResponse response = chain.proceed(chain.request());
      ofResponses.add(answer(response));
      return response;
    }

    private Object answer(SoapMessage message) throws SoapException {
      try {
        return question.ask(message);
      } catch (IllegalStateException e) {
        return e.getMessage();
      }
    }
  }

  @AfterEach
  void stop() {
    servers.forEach(SoapServer::close);
  }

  private String server(Interceptor... interceptors) {
    ServerBuilder builder = Castile.server().port(0);
    Arrays.stream(interceptors).forEach(builder::interceptor);
    SoapServer server = builder.publish("/numbers", new NumbersService()).start();
    servers.add(server);
    return server.url("/numbers");
  }

  private static Numbers client(String url, Interceptor... interceptors) {
    ClientBuilder<Numbers> builder = Castile.client(Numbers.class).endpoint(url);
    Arrays.stream(interceptors).forEach(builder::interceptor);
    return builder.build();
  }

  private static double[] numbers(int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> i + 0.123456789);
    return numbers;
  }

  @Test
  void theBytesOfALargeMessageThatArrivedAreRefused() {
    Asking atServer = new Asking(SoapMessage::bytes);
    Asking atClient = new Asking(message -> message instanceof SoapResponse ? message.bytes() : "");
    Numbers port = client(server(atServer), atClient);

    assertThat(port.echo(numbers(MANY))).isEqualTo(numbers(MANY));

    String expected =
        "Cannot give the bytes of a message that was read while it arrived, because no interceptor"
            + " needs them. Return true from Interceptor.needsBytes().";
    assertThat(atServer.ofRequests).containsExactly(expected);
    assertThat(atClient.ofResponses).containsExactly(expected);
  }

  @Test
  void theHeaderBlocksOfALargeMessageThatArrivedAreRefusedAndNotNone() {
    Asking atServer =
        new Asking(
            message ->
                message instanceof SoapRequest
                    ? message.soapHeaders().stream().map(SoapHeader::text).toList()
                    : "");
    Numbers port =
        client(
            server(atServer),
            chain ->
                chain.proceed(
                    chain.request().withSoapHeaders(List.of(SoapHeader.of(TOKEN, "secret")))));

    port.echo(numbers(2));
    port.echo(numbers(MANY));

    assertThat(atServer.ofRequests.get(0)).isEqualTo(List.of("secret"));
    assertThat(atServer.ofRequests.get(1).toString())
        .startsWith("Cannot give the header blocks of a message");
  }

  @Test
  void nothingThatHasHeaderBlocksIsGivenWhenTheArgumentsWereChanged() {
    Asking blocks = new Asking(SoapMessage::soapHeaders);
    Asking bytes = new Asking(SoapMessage::bytes);
    Asking envelope = new Asking(SoapMessage::envelope);
    Asking writing =
        new Asking(
            message -> {
              message.writeTo(new XmlWriter(1 << 10));
              return "";
            });
    Numbers port =
        client(
            server(
                chain ->
                    chain.proceed(
                        chain.request().newBuilder().arguments((Object) numbers(1)).build()),
                blocks,
                bytes,
                envelope,
                writing));

    assertThat(port.echo(numbers(MANY))).hasSize(1);

    for (Asking each : List.of(blocks, bytes, envelope, writing)) {
      assertThat(each.ofRequests.get(0).toString()).startsWith("Cannot give the ");
    }
  }

  @Test
  void anInterceptorThatNeedsBytesHasThem() {
    Asking asking = new Asking(message -> message.bytes().length > LargeMessages.BYTES);
    Numbers port = client(server(new WholeMessages(asking)), new WholeMessages(asking));

    assertThat(port.echo(numbers(MANY))).hasSize(MANY);

    assertThat(asking.ofRequests).containsExactly(true, true);
    assertThat(asking.ofResponses).containsExactly(true, true);
  }

  @Test
  void aHeaderProcessorHasTheBlocksOfLargeMessages() {
    List<String> seen = new ArrayList<>();
    HeaderProcessor tokens =
        new HeaderProcessor() {
          @Override
          public boolean understands(QName block) {
            return block.equals(TOKEN);
          }

          @Override
          public SoapResponse intercept(Chain chain) throws SoapException {
            chain.request().soapHeaders().forEach(block -> seen.add(block.name().toString()));
            return chain.proceed(chain.request());
          }
        };
    Numbers port =
        client(
            server(tokens),
            chain ->
                chain.proceed(
                    chain.request().withSoapHeaders(List.of(SoapHeader.of(TOKEN, "secret")))));

    port.echo(numbers(MANY));

    assertThat(seen).containsExactly(TOKEN.toString());
  }

  @Test
  void smallMessagesGiveEverything() {
    Asking asking = new Asking(SoapMessage::bytes);
    Numbers port = client(server(asking), asking);

    port.echo(numbers(3));

    assertThat(asking.ofRequests).hasSize(2).allMatch(bytes -> bytes instanceof byte[]);
    assertThat(asking.ofResponses).hasSize(2).allMatch(bytes -> bytes instanceof byte[]);
  }
}
