package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.codec.CodecMode;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Switches for those who come from other stacks. */
class LeniencyTest {
  private static final String SOAP_1_1 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";

  public static class Numbers {
    public int i;
    public Long l;
    public double d;
    public BigDecimal b;
    public List<Integer> many;
    public double[] array;
  }

  @WebService(name = "S", targetNamespace = "urn:s")
  public interface Service {
    @WebResult(name = "r")
    Numbers ask();
  }

  @WebService(name = "T", targetNamespace = "urn:s")
  public interface Twice {
    @WebResult(name = "r")
    int twice(@WebParam(name = "n") int n);
  }

  @WebService(endpointInterface = "io.castile.LeniencyTest$Twice", targetNamespace = "urn:s")
  public static class Doubling implements Twice {
    @Override
    public int twice(int n) {
      return 2 * n;
    }
  }

  private static String answer(String namespace, String numbers) {
    return "<e:Envelope xmlns:e='"
        + namespace
        + "'><e:Body><s:askResponse xmlns:s='urn:s'><r>"
        + numbers
        + "</r></s:askResponse></e:Body></e:Envelope>";
  }

  /** The lines that are logged meanwhile. */
  private static List<String> logged(Runnable action) {
    PrintStream usual = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(usual);
    }
    return written.toString(UTF_8).lines().toList();
  }

  private static ClientBuilder<Service> client(String answer) {
    return Castile.client(Service.class)
        .endpoint("http://localhost:1/")
        .transport(new CannedTransport(200, "text/xml", answer));
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anEmptyNumberIsZeroWhereThatIsAskedFor(CodecMode mode) {
    String numbers = "<i/><l> </l><d/><b></b><many/><many>1</many><array>2</array><array/>";
    String answer = answer(SOAP_1_1, numbers);

    Service lenient = client(answer).emptyNumbersAsZero(true).codecMode(mode).build();
    for (int call = 0; call < 3; call++) {
      Numbers read = lenient.ask();
      assertThat(read.i).isZero();
      assertThat(read.l).isZero();
      assertThat(read.d).isZero();
      assertThat(read.b).isZero();
      assertThat(read.many).containsExactly(0, 1);
      assertThat(read.array).containsExactly(2, 0);
    }
    assertThat(catchThrowable(() -> client(answer).build().ask()))
        .hasMessageContaining("expected xs:int, found \"\"");
  }

  @Test
  void textThatIsNoNumberIsRefusedAllTheSame() {
    String answer = answer(SOAP_1_1, "<i>-</i>");

    assertThat(catchThrowable(() -> client(answer).emptyNumbersAsZero(true).build().ask()))
        .hasMessageContaining("expected xs:int, found \"-\"");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void anAnswerInAnotherVersionIsRefusedWhereThatIsAskedFor(SoapVersion version) {
    String other = version == SoapVersion.SOAP_1_1 ? SOAP_1_2 : SOAP_1_1;
    String same = version == SoapVersion.SOAP_1_1 ? SOAP_1_1 : SOAP_1_2;

    assertThat(client(answer(other, "<i>1</i>")).soapVersion(version).build().ask().i).isOne();
    assertThat(
            client(answer(same, "<i>1</i>")).soapVersion(version).sameVersion(true).build().ask().i)
        .isOne();
    assertThat(
            catchThrowable(
                () ->
                    client(answer(other, "<i>1</i>"))
                        .soapVersion(version)
                        .sameVersion(true)
                        .build()
                        .ask()))
        .hasCauseInstanceOf(SoapMessageException.class)
        .hasMessageContaining("expected a message of ");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void anAnswerInAnotherVersionIsToldOnceForAnOperation(SoapVersion version) {
    String other = version == SoapVersion.SOAP_1_1 ? SOAP_1_2 : SOAP_1_1;
    String same = version == SoapVersion.SOAP_1_1 ? SOAP_1_1 : SOAP_1_2;
    Service answeredSo = client(answer(other, "<i>1</i>")).soapVersion(version).build();
    Service answeredAlike = client(answer(same, "<i>1</i>")).soapVersion(version).build();

    List<String> told =
        logged(
            () -> {
              for (int call = 0; call < 3; call++) {
                answeredSo.ask();
                answeredAlike.ask();
              }
            });

    assertThat(told)
        .filteredOn(line -> line.contains("was answered in"))
        .singleElement()
        .asString()
        .contains("WARN", "operation ask asked in ", ".sameVersion(true)", ".soapVersion(");
  }

  @Test
  void aServerOfOneVersionRefusesTheOther() {
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .sameVersion(true)
            .publish("/t", new Doubling())
            .start()) {
      Twice port = Castile.client(Twice.class).endpoint(server.url("/t")).build();
      Twice other =
          Castile.client(Twice.class)
              .endpoint(server.url("/t"))
              .soapVersion(SoapVersion.SOAP_1_2)
              .build();

      assertThat(port.twice(4)).isEqualTo(8);
      assertThat(catchThrowable(() -> other.twice(4)))
          .hasMessageContaining("expected a message of");
    }
  }
}
