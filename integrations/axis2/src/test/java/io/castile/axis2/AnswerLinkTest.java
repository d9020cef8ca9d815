package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.castile.Castile;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.axis2.description.Parameter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The differential link between a service of Axis2 and clients of Castile. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AnswerLinkTest {
  private static final String REPORT =
      Messages.envelope(
          Messages.SOAP11,
          "",
          "<q:report xmlns:q='" + Messages.NAMESPACE + "'><q:name>a</q:name></q:report>");
  private static final String FETCH =
      Messages.envelope(Messages.SOAP11, "", "<f:Fetch xmlns:f='urn:castile:differential-link'/>");
  private static final Pattern VERSION = Pattern.compile("1;v=\"([^\"]+)\"(;t)?");

  private static Axis2Server server;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    server = new Axis2Server(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void renew() throws Exception {
    server.renew();
    server.service().addParameter(new Parameter(CastileModule.DIFFERENTIAL, "true"));
    server.engage(Axis2Server.POLICY);
  }

  private static String version(HttpResponse<String> answer) {
    String said = answer.headers().firstValue("castile").orElse("");
    Matcher version = VERSION.matcher(said);
    assertThat(version.matches()).as(said).isTrue();
    return version.group(1);
  }

  private static String coding(HttpResponse<String> answer) {
    return answer.headers().firstValue("content-encoding").orElse("none");
  }

  @Test
  void aClientOfCastileGetsDifferences() throws Exception {
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    ReportPort port =
        Castile.client(ReportPort.class).endpoint(server.url()).differential(link).build();
    for (int i = 1; i <= 4; i++) {
      assertThat(port.report("a")).startsWith("report " + i + ": line 0").endsWith("line 199");
    }
    assertThat(link.statistics().deltas()).isEqualTo(3);
    assertThat(link.statistics().requestDeltas()).isZero();
    assertThat(port.getPrice("A")).isEqualTo(9.9);
    assertThat(port.getPrice("A")).isEqualTo(9.9);
    assertThatExceptionOfType(SOAPFaultException.class)
        .isThrownBy(() -> port.getPrice("none"))
        .withMessageContaining("there is no none");

    assertThat(Quotes.served()).hasSize(6).endsWith("getPrice A", "getPrice none");
  }

  @Test
  void withoutAnOfferNothingIsSaidOfTheLink() throws Exception {
    HttpResponse<String> plain = server.post(REPORT);

    assertThat(plain.headers().map()).doesNotContainKeys("castile", "vary", "content-encoding");
    assertThat(plain.body()).contains("report 1:");
  }

  @Test
  void theDifferenceIsSmallAndOnlyForWhoHasTheBase() throws Exception {
    HttpResponse<String> first = server.post(REPORT, "Castile", "1;t");
    String base = "1;b=\"" + version(first) + "\";t";
    HttpResponse<String> delta = server.post(REPORT, "Castile", base);
    HttpResponse<String> other = server.post(REPORT, "Castile", base, "Authorization", "Basic eA");

    assertThat(first.body()).contains("report 1:");
    assertThat(first.headers().allValues("vary")).containsExactly("Castile");
    assertThat(coding(delta)).isEqualTo("csd");
    assertThat(delta.body().length()).isLessThan(first.body().length() / 10);
    assertThat(coding(other)).isEqualTo("none");
    assertThat(other.body()).contains("report 3:");
  }

  @Test
  void anAnswerIsSentAgainToWhoHadIt() throws Exception {
    HttpResponse<String> first = server.post(REPORT, "Castile", "1");
    String fetch = "1;f=\"" + version(first) + "\"";
    HttpResponse<String> again = server.post(FETCH, "Castile", fetch);
    HttpResponse<String> other =
        server.post(FETCH, "Castile", fetch, "Authorization", "Basic eA==");

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(other.statusCode()).isEqualTo(500);
    assertThat(other.body()).contains("not kept").doesNotContain("report");
    assertThat(Quotes.served()).hasSize(1);
  }

  @Test
  void aFaultIsAsWithoutTheLink() throws Exception {
    String message = Messages.getPrice("none");
    HttpResponse<String> plain = server.post(message);
    HttpResponse<String> linked = server.post(message, "Castile", "1");

    assertThat(linked.statusCode()).isEqualTo(plain.statusCode()).isEqualTo(500);
    assertThat(linked.body()).contains("there is no none");
    assertThat(linked.headers().map()).doesNotContainKey("castile");
  }

  @Test
  void withoutTheParameterThereIsNoLink() throws Exception {
    server.renew();
    server.engage(Axis2Server.POLICY);
    HttpResponse<String> plain = server.post(REPORT, "Castile", "1");

    assertThat(plain.headers().map()).doesNotContainKey("castile");
  }
}
