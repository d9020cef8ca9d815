package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that go as values between two ends that bind them alike. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedRequestsTest extends TypedRequestEnds {
  @Test
  void onlyTheFirstRequestIsXml() {
    serve();
    put(linked(), 20);
    assertThat(isXml(0)).isTrue();
    assertThat(xmls()).isEqualTo(1);
    assertThat(sent).hasSize(20);
    assertThat(sent.get(19)).hasSizeLessThan(sent.get(1).length / 2);
    assertThat(sent.get(1)).hasSizeLessThan(sent.get(0).length / 2);
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(19);
    assertThat(clientLink.statistics()).isEqualTo(serverLink.statistics());
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
  }

  /** It is no base, and goes with all its values. */
  @Test
  void aSmallRequestGoesAsValuesAndIsNotKept() {
    serve();
    Ticker client = linked();
    for (int i = 0; i < 6; i++) {
      String market = i % 2 == 0 ? "m" : "n";
      assertThat(client.items(market)).isEqualTo(plain().items(market));
      service.change(3, 1);
    }
    assertThat(xmls()).isEqualTo(1);
    assertThat(sent.get(5)).hasSizeLessThan(40);
    assertThat(clientLink.statistics().deltas()).isEqualTo(5);
  }

  @Test
  void theNextQuestionFindsItsOwnAnswer() {
    serve();
    Ticker client = linked();
    client.items("m");
    client.items("m");
    client.items("another");
    long before = clientLink.statistics().wireBytes();
    client.items("m");
    client.items("another");
    client.items("m");
    assertThat(clientLink.statistics().wireBytes() - before).isEqualTo(3 * 11);
  }

  /** Says whether any bytes were made of the requests that it has passed on. */
  private static final class Spy implements Interceptor {
    final List<Boolean> values = new ArrayList<>();

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapResponse response = chain.proceed(chain.request());
      values.add(Messages.body(chain.request()) instanceof MessageBody.Values);
      return response;
    }
  }

  @Test
  void noXmlIsMadeOfARequestAtEitherEnd() {
    for (Templates templates : new Templates[] {Templates.off(), Templates.builder().build()}) {
      Spy atServer = new Spy();
      Spy atClient = new Spy();
      Differential link = Differential.of(TYPED);
      serve(builder -> builder.differential(link).interceptor(atServer));
      Ticker client =
          client(
              builder ->
                  builder
                      .differential(Differential.of(TYPED))
                      .templates(templates)
                      .interceptor(atClient));
      put(client, 4);
      assertThat(atServer.values).containsExactly(false, true, true, true);
      assertThat(atClient.values).endsWith(true, true, true);
    }
  }

  @Test
  void anEndWithoutValuesGetsXmlAndItsDifferences() {
    for (boolean atServer : new boolean[] {true, false}) {
      sent.clear();
      Differential other = Differential.of(DifferentialOptions.builder().typed(false).build());
      serve(builder -> builder.differential(atServer ? other : Differential.of(TYPED)));
      Differential own = atServer ? Differential.of(TYPED) : other;
      put(client(builder -> builder.differential(own).transport(tapped())), 3);
      assertThat(own.statistics().requestDeltas()).isEqualTo(2);
      assertThat(fields).noneMatch(field -> field.contains(";q="));
    }
  }

  @Test
  void aServerWithoutTheLinkGetsXml() {
    serve(builder -> builder);
    put(linked(), 3);
    assertThat(xmls()).isEqualTo(3);
  }

  // ---- servers that have forgotten, or changed ----

  /** The second one has the link; it knows no request, and then is told all values. */
  @Test
  void aServerThatHasForgottenIsSentXmlOnce() throws Exception {
    serve();
    Ticker client = linked();
    put(client, 3);
    serveAnew(builder -> builder.differential(Differential.of(TYPED)));
    sent.clear();
    put(client, 3);
    assertThat(sent).hasSize(4);
    assertThat(isXml(0)).isFalse();
    assertThat(isXml(1)).isTrue();
    assertThat(xmls()).isEqualTo(1);
  }

  /** An earlier edition, or another configuration, with the link and without. */
  @Test
  void aServerThatReadsNoValuesAnyMoreIsSentXml() throws Exception {
    for (boolean hasLink : new boolean[] {true, false}) {
      serve(builder -> builder.differential(Differential.of(TYPED)));
      Ticker client =
          client(builder -> builder.differential(Differential.of(TYPED)).transport(tapped()));
      put(client, 3);
      Differential earlier = Differential.of(DifferentialOptions.DEFAULT);
      serveAnew(builder -> hasLink ? builder.differential(earlier) : builder);
      sent.clear();
      put(client, 3);
      assertThat(sent).hasSize(4);
      assertThat(isXml(0)).isFalse();
      assertThat(isXml(1)).isTrue();
      serveAnew(builder -> builder.differential(Differential.of(TYPED)));
      put(client, 3);
      assertThat(isXml(sent.size() - 1)).isFalse();
    }
  }

  @Test
  void damagedValuesAreSentAsXmlAndTheServiceIsCalledOnce() {
    serve();
    Ticker client = linked();
    put(client, 3);
    for (int at : new int[] {6, 8, 12, 15, 20, 24, -1}) {
      sent.clear();
      change = content -> isValues(content) ? damaged(content, at) : content;
      put(client, 1);
      assertThat(sent).hasSize(2);
      assertThat(isXml(1)).isTrue();
      change = content -> content;
      put(client, 2);
      assertThat(isValues(3)).isTrue();
    }
  }

  private static byte[] damaged(byte[] content, int at) {
    content[at < 0 ? content.length - 1 : at] ^= 1;
    return content;
  }

  /** Only the name of the answer that the client holds: the answer has all values. */
  @Test
  void aDamagedNameOfAnAnswerChangesNothing() {
    serve();
    Ticker client = linked();
    put(client, 2);
    change = content -> isValues(content) ? damaged(content, 2) : content;
    put(client, 3);
    assertThat(sent).hasSize(5);
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(3);
  }

  /** Else each call would be made twice, forever. */
  @Test
  void whereAllValuesAreRefusedAgainAndAgainXmlIsSent() {
    serve();
    Ticker client = linked();
    change = content -> isValues(content) ? damaged(content, -1) : content;
    put(client, 10);
    assertThat(clientLink.statistics().unknownRequestBases()).isLessThan(4);
    assertThat(sent.size()).isLessThan(14);
  }

  @Test
  void whatIsRefusedWithAnErrorIsNotSentAgain() {
    serve();
    boolean[] fails = {false};
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .transport(
                        http(
                            (message, http) -> {
                              sent.add(bytes(message.content()));
                              return fails[0]
                                  ? fault("Server", "somebody on the way")
                                  : http.send(message);
                            })));
    put(client, 2);
    fails[0] = true;
    assertThatThrownBy(() -> client.put(List.of())).isInstanceOf(SOAPFaultException.class);
    assertThat(sent).hasSize(3);
    fails[0] = false;
    put(client, 2);
    assertThat(isValues(3)).isFalse();
    assertThat(isValues(4)).isTrue();
  }

  /** Somebody on the way takes the field out, and the server knows the content all the same. */
  @Test
  void theContentCodingMayBeLost() {
    serve();
    Transport losing =
        http(
            (message, http) ->
                http.send(
                    new Transport.Outgoing(
                        message.endpoint(),
                        message.headers().without("Content-Encoding"),
                        message.content(),
                        message.options(),
                        message.intake())));
    put(client(builder -> builder.differential(clientLink).transport(losing)), 5);
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(4);
  }

  @Test
  void nothingIsKeptOfRequestsThatAreTooLargeForIt() {
    Differential small = Differential.of(TYPED.toBuilder().maxMessageBytes(3000).build());
    serve(
        builder ->
            builder.differential(Differential.of(TYPED.toBuilder().maxMessageBytes(3000).build())));
    put(client(builder -> builder.differential(small).transport(tapped())), 4);
    assertThat(xmls()).isEqualTo(4);
    assertThat(small.keptBytes()).isLessThan(3000);
  }

  /** A firewall that lets XML through alone: two calls fail, and no more. */
  @Test
  void whereOnlyXmlGetsThroughXmlIsSent() {
    serve();
    Transport transport =
        http(
            (message, http) -> {
              byte[] content = bytes(message.content());
              if (isValues(content)) {
                throw new SoapTransportException("forbidden", 403, Headers.NONE, null);
              }
              return http.send(message);
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    int failed = 0;
    for (int i = 0; i < 20; i++) {
      try {
        client.put(service.items("m"));
      } catch (WebServiceException e) {
        failed++;
      }
    }
    assertThat(failed).isEqualTo(2);
    assertThat(service.puts).hasSize(18);
  }

  /** What a server without the link answers to a coding that it does not know. */
  @Test
  void aServerThatRefusesTheCodingIsSentXml() {
    serve();
    boolean[] refuses = {false};
    Transport transport =
        http(
            (message, http) -> {
              sent.add(bytes(message.content()));
              boolean isCoded = message.headers().has("Content-Encoding");
              if (refuses[0] && isCoded) {
                throw new SoapTransportException("unsupported", 415, Headers.NONE, null);
              }
              return http.send(message);
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    put(client, 3);
    refuses[0] = true;
    sent.clear();
    put(client, 1);
    assertThat(sent).hasSize(2);
    assertThat(isXml(1)).isTrue();
  }
}
