package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapException;
import io.castile.soap.client.ClientLinks;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebService;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The links of clients and servers, and their order. */
class ChainsTest {
  /** A link of a name. */
  private record Named(String name) implements Interceptor {
    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      return chain.proceed(chain.request());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A service. */
  @WebService(targetNamespace = "urn:chains")
  public interface Port {
    String echo(String text);
  }

  private static final ServiceModel MODEL = ServiceModel.of(Port.class);

  private static List<String> names(List<Interceptor> links) {
    return links.stream().map(Interceptor::toString).toList();
  }

  private static ClientChain.Spec client(DifferentialOptions options) {
    ClientChain.Spec spec = new ClientChain.Spec();
    spec.differential = options == null ? null : Differential.of(options);
    spec.transport = new HttpTransport(HttpOptions.DEFAULT);
    return spec;
  }

  @Test
  void whatIsNotConfiguredIsNotInTheChain() {
    assertThat(names(ClientChain.links(client(null)).all()))
        .containsExactly("content codings of answers", "session cookies", "transport");
    assertThat(ServerChain.links(new ServerChain.Spec())).isEmpty();
  }

  @Test
  void aPlainCallPassesNoLinkThatOptionsAskFor() {
    ClientChain.Spec spec = client(null);
    spec.handlers = HandlerInterceptor.ofClient(MODEL, List.of());
    spec.validation = new ValidationInterceptor(MODEL, XmlLimits.DEFAULT, false);
    spec.security = new Named("security");
    spec.isSecurityForCredentials = true;

    ClientLinks links = ClientChain.links(spec);

    assertThat(names(links.plain())).containsExactly("content codings of answers", "transport");
    assertThat(names(links.all()))
        .containsExactly(
            "handlers",
            "schema validation",
            "security",
            "content codings of answers",
            "session cookies",
            "transport");
    assertThat(links.all()).containsSubsequence(links.plain());
  }

  @Test
  void aPlainCallPassesLinksThatHaveWorkInEachCall() {
    ClientChain.Spec spec = client(DifferentialOptions.DEFAULT);
    spec.addressing = new Named("addressing");
    spec.security = new Named("security");
    spec.validation = new ValidationInterceptor(MODEL, XmlLimits.DEFAULT, true);

    assertThat(names(ClientChain.links(spec).plain()))
        .containsExactly(
            "schema validation",
            "addressing",
            "security",
            "content codings of answers",
            "differential link",
            "differences of requests",
            "content codings",
            "transport");
  }

  @Test
  void anInterceptorOfTheApplicationMayAskForAnyLink() {
    ClientChain.Spec spec = client(null);
    spec.interceptors = List.of(new Named("first"));
    spec.handlers = HandlerInterceptor.ofClient(MODEL, List.of());

    ClientLinks links = ClientChain.links(spec);

    assertThat(links.plain()).isEqualTo(links.all());
  }

  @Test
  void allLinksOfAClientAreInOneList() {
    ClientChain.Spec spec = client(DifferentialOptions.DEFAULT);
    spec.interceptors = List.of(new Named("first"), new Named("second"));
    spec.addressing = new Named("addressing");
    spec.security = new Named("security");
    spec.compression = Compression.DEFAULT;

    assertThat(names(ClientChain.links(spec).all()))
        .containsExactly(
            "first",
            "second",
            "addressing",
            "security",
            "differential link",
            "differences of requests",
            "content codings",
            "compression",
            "session cookies",
            "transport");
  }

  @Test
  void aLinkThatAsksForCodingsTakesThemOffFirst() {
    assertThat(names(ClientChain.links(client(DifferentialOptions.DEFAULT)).all()))
        .containsExactly(
            "content codings of answers",
            "differential link",
            "differences of requests",
            "content codings",
            "session cookies",
            "transport");
  }

  @Test
  void aHeaderBlockTakesThePlaceOfContentCodings() {
    assertThat(
            names(
                ClientChain.links(client(DifferentialOptions.builder().soapHeader(true).build()))
                    .all()))
        .containsExactly(
            "differential link",
            "differences of requests",
            "differences in a header block",
            "content codings of answers",
            "session cookies",
            "transport");
  }

  @Test
  void allLinksOfAServerAreInOneList() {
    ServerChain.Spec spec = new ServerChain.Spec();
    spec.differential = Differential.of(DifferentialOptions.DEFAULT);
    spec.addressing = new Named("addressing");
    spec.guard = new Named("guard");
    spec.interceptors = List.of(new Named("first"));
    spec.validation = new Named("validation");

    assertThat(names(ServerChain.links(spec)))
        .containsExactly(
            "differential link", "faults", "addressing", "faults", "guard", "first", "validation");
  }
}
