package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on both sides of a gateway, with certificates of clients and of its own. */
@Tag("long")
final class TlsTest {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h%s}]";

  @TempDir private Path folder;
  private Pem server;
  private Pem ann;
  private Pem bob;

  @BeforeEach
  void makeKeys() throws Exception {
    server = Pem.make(folder, "server");
    ann = Pem.make(folder, "ann");
    bob = Pem.make(folder, "bob");
    Files.writeString(
        folder.resolve("clients.pem"),
        Files.readString(ann.certificate()) + Files.readString(bob.certificate()));
  }

  private static TestOrigin counting() throws IOException {
    AtomicInteger count = new AtomicInteger();
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  private GatewaySettings config(String more, URI origin) {
    String yaml =
        """
        listen: 127.0.0.1:0
        tls: {certificate: server.pem, key: server.key%s}
        routes:
          - origin: %s
            tls: {trust: server.pem, certificate: ann.pem, key: ann.key}
        """
            .formatted(more, origin);
    return GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  private Gateway gateway(String more, URI origin, String vary) throws IOException {
    Gateway gateway = Gateway.start(config(more, origin), 1);
    gateway.policy(CachePolicy.parse("policy", AN_HOUR.formatted(vary)));
    return gateway;
  }

  private String post(Gateway gateway, @Nullable Pem client) throws Exception {
    return post(gateway, client, HttpClient.Version.HTTP_1_1);
  }

  private String post(Gateway gateway, @Nullable Pem client, HttpClient.Version version)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port() + "/service"))
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(question("one")));
    return send(request.version(version).build(), client);
  }

  private String get(Gateway gateway, @Nullable Pem client) throws Exception {
    URI target = URI.create("https://localhost:" + gateway.port() + "/service/ask?a=1");
    return send(HttpRequest.newBuilder(target).GET().build(), client);
  }

  private String send(HttpRequest request, @Nullable Pem client) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(server.trustedBy(client))
        .build()
        .send(request, BodyHandlers.ofString())
        .body();
  }

  /** Callers show the near gateway their certificates, and that one shows the far one its own. */
  @Test
  void callersWithOtherCertificatesHaveOtherBasesOfAPair() throws Exception {
    AtomicInteger count = new AtomicInteger();
    TestOrigin.Service service =
        request -> Answer.soap(answer("much ".repeat(200) + count.incrementAndGet()));
    String optional = ", clients: optional, trust: clients.pem";
    String required = ", clients: required, trust: ann.pem";
    try (TestOrigin origin = new TestOrigin(service);
        Gateway far = Gateway.start(config(required, origin.uri()).withLink(true), 1)) {
      GatewaySettings config = config(optional, URI.create("https://localhost:" + far.port()));
      RouteConfig route = config.routes().get(0).withLink(true);
      try (Gateway near = Gateway.start(config.withRoutes(List.of(route)), 1)) {
        for (Pem caller : List.of(ann, bob, ann, bob)) {
          assertThat(post(near, caller))
              .endsWith(count.get() + "</text></q:askResponse></s:Body></s:Envelope>");
        }

        assertThat(near.linkToOrigins().full()).isEqualTo(2);
        assertThat(near.linkToOrigins().deltas()).isEqualTo(2);
        assertThat(far.linkToClients().deltas()).isEqualTo(2);
      }
    }
  }

  @Test
  void clientsWithoutCertificatesShareAnswers() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway("", origin.uri(), "")) {
      assertThat(post(gateway, null)).contains("answer 1");
      assertThat(post(gateway, null)).contains("answer 1");
      assertThat(origin.requests().get(0).fields().getFirst("X-Forwarded-Proto"))
          .isEqualTo("https");
    }
  }

  @Test
  void clientsWithCertificatesHaveTheirOwnAnswers() throws Exception {
    for (HttpClient.Version version : HttpClient.Version.values()) {
      clientsWithCertificatesHaveTheirOwnAnswers(version);
    }
  }

  private void clientsWithCertificatesHaveTheirOwnAnswers(HttpClient.Version version)
      throws Exception {
    String clients = ", clients: optional, trust: clients.pem";
    for (String vary : new String[] {"", ", vary: [wsSecurityUser]"}) {
      try (TestOrigin origin = counting();
          Gateway gateway = gateway(clients, origin.uri(), vary)) {
        String nobodys = post(gateway, null, version);
        String anns = post(gateway, ann, version);
        String bobs = post(gateway, bob, version);
        String annsAgain = post(gateway, ann, version);

        assertThat(anns).isNotEqualTo(nobodys).isNotEqualTo(bobs);
        assertThat(annsAgain).isNotEqualTo(nobodys).isNotEqualTo(bobs);
        assertThat(annsAgain.equals(anns)).isEqualTo(!vary.isEmpty());
      }
    }
  }

  @Test
  void clientsWithCertificatesHaveTheirOwnAnswersToGets() throws Exception {
    String clients = ", clients: optional, trust: clients.pem";
    for (String vary : new String[] {"", ", vary: [wsSecurityUser]"}) {
      try (TestOrigin origin = counting();
          Gateway gateway = gateway(clients, origin.uri(), ", httpGet: true" + vary)) {
        String nobodys = get(gateway, null);
        String anns = get(gateway, ann);
        String bobs = get(gateway, bob);
        String annsAgain = get(gateway, ann);

        assertThat(get(gateway, null)).isEqualTo(nobodys);
        assertThat(anns).isNotEqualTo(nobodys).isNotEqualTo(bobs);
        assertThat(annsAgain).isNotEqualTo(nobodys).isNotEqualTo(bobs);
        assertThat(annsAgain.equals(anns)).isEqualTo(!vary.isEmpty());
      }
    }
  }

  @Test
  void aDescriptionNamesTheGatewayForClientsWithCertificates() throws Exception {
    String clients = ", clients: optional, trust: clients.pem";
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(200, "<address location='http://in/s'/>"));
        Gateway gateway = gateway(clients, origin.uri(), "")) {
      String base = "https://localhost:" + gateway.port();
      for (Pem caller : List.of(ann, bob)) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/s?wsdl")).build();
        assertThat(send(request, caller)).isEqualTo("<address location='" + base + "/s'/>");
      }
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void aClientThatHasToShowACertificateAndDoesNotIsRefused() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(", clients: required, trust: ann.pem", origin.uri(), "")) {
      assertThat(post(gateway, ann)).contains("answer 1");
      assertThatThrownBy(() -> post(gateway, null)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> post(gateway, bob)).isInstanceOf(IOException.class);
      assertThat(origin.requests()).hasSize(1);
    }
  }

  /** The origin is a gateway that wants the certificate of the one before it. */
  @Test
  void originsAreCalledWithTheGatewaysCertificate() throws Exception {
    try (TestOrigin origin = counting();
        Gateway behind = gateway(", clients: required, trust: ann.pem", origin.uri(), "");
        Gateway before = gateway("", URI.create("https://localhost:" + behind.port()), "")) {
      assertThat(post(before, null)).contains("answer 1");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void anOriginThatIsNotTrustedIsABadGateway() throws Exception {
    try (TestOrigin origin = counting();
        Gateway behind = gateway("", origin.uri(), "")) {
      String yaml =
          "{listen: 127.0.0.1:0, routes: [{origin: https://localhost:"
              + behind.port()
              + ", tls: {trust: bob.pem}}]}";
      try (Gateway before =
          Gateway.start(
              GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder), 1)) {
        assertThat(Soap.post(before, question("one")).statusCode()).isEqualTo(502);
        assertThat(origin.requests()).isEmpty();
      }
    }
  }

  @Test
  void whatIsNoTlsIsClosed() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway("", origin.uri(), "")) {
      assertThatThrownBy(() -> Soap.post(gateway, question("one")))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SSLHandshakeException.class);
      assertThat(post(gateway, null)).contains("answer 1");
    }
  }

  @Test
  void filesThatAreNoKeysAreNamed() throws Exception {
    Files.writeString(folder.resolve("server.key"), "nonsense");
    try (TestOrigin origin = counting()) {
      assertThatThrownBy(() -> gateway("", origin.uri(), ""))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("server.pem");
    }
  }
}
