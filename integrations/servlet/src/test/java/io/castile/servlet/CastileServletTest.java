package io.castile.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.SoapMount;
import io.castile.cache.policy.CachePolicy;
import jakarta.servlet.ServletException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the servlet is made, mapped, and ended. */
@Timeout(60)
final class CastileServletTest {
  private static String get(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest(name = "context ''{0}'', mapping ''{1}'', published at ''{2}''")
  @CsvSource(
      textBlock =
          """
          '',    /*,        /depot,      /depot
          '',    /soap/*,   /depot,      /soap/depot
          '',    /,         /depot,      /depot
          /shop, /*,        /depot,      /shop/depot
          /shop, /*,        /,           /shop/
          /shop, /soap/*,   /in/depot,   /shop/soap/in/depot
          /shop, /soap/*,   /,           /shop/soap/
          /shop, /depot,    /depot,      /shop/depot
          /shop, *.soap,    /depot.soap, /shop/depot.soap
          """)
  void servicesAreFoundUnderAnyMapping(String context, String mapping, String path, String found)
      throws Exception {
    for (Host host :
        List.of(new TomcatHost(context, mapping, null), new JettyHost(context, mapping, null))) {
      try (Host.Running running = host.start(Castile.server().publish(path, new DepotService()))) {
        String origin = "http://localhost:" + URI.create(running.base()).getPort();

        assertThat(get(origin + found + "?wsdl")).contains("location=\"" + origin + found + "\"");
        assertThat(get(origin + found)).contains("<a href=\"" + found + "?wsdl\">");
        Depot depot = Castile.client(Depot.class).endpoint(origin + found).build();
        assertThat(depot.add(1, 2)).isEqualTo(3);
      }
    }
  }

  /** As it would stand in web.xml. */
  public static class DepotServlet extends CastileServlet {
    private static final long serialVersionUID = 1L;

    private final transient DepotService service = new DepotService();

    @Override
    protected void configure(ServerBuilder server) throws ServletException {
      if (getServletConfig() == null) {
        throw new ServletException("expected a configuration");
      }
      server.publish("/depot", service);
    }

    SoapMount current() {
      return mount();
    }
  }

  @Test
  void aClassOfItsOwnSaysWhatItServes() throws Exception {
    DepotServlet servlet = new DepotServlet();
    assertThat(servlet.current()).isNull();

    try (Host.Running running = new TomcatHost("", "/*", null).start(servlet)) {
      Depot depot = Castile.client(Depot.class).endpoint(running.base() + "/depot").build();
      assertThat(depot.add(1, 2)).isEqualTo(3);
      assertThat(servlet.current().cache()).isEmpty();
    }

    assertThat(servlet.service.life()).containsExactly("begins", "ends");
  }

  /** A servlet whose policy is not there. */
  public static class UnreadableServlet extends CastileServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void configure(ServerBuilder server) throws IOException {
      server
          .publish("/depot", new DepotService())
          .cache(CachePolicy.load(Path.of("no-such-policy.yaml")));
    }
  }

  @Test
  void aFileThatCannotBeReadIsWhyAServletDoesNotStart() {
    assertThatThrownBy(() -> new JettyHost("", "/*", null).start(new UnreadableServlet()))
        .hasStackTraceContaining("Cannot configure servlet ")
        .hasStackTraceContaining("no-such-policy.yaml");
  }

  private static String addInSoap12(Host.Running running) throws Exception {
    String request =
        "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body>"
            + "<d:add xmlns:d='urn:depot'><a>1</a><b>2</b></d:add></e:Body></e:Envelope>";
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(running.base() + "/depot"))
                .header("Content-Type", "application/soap+xml")
                .POST(HttpRequest.BodyPublishers.ofString(request))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void aParameterSaysWhetherTheOtherVersionOfSoapIsRead() throws Exception {
    for (ContainerHost host :
        List.of(new TomcatHost("", "/*", null), new JettyHost("", "/*", null))) {
      try (Host.Running running = host.start(new DepotServlet())) {
        assertThat(addInSoap12(running)).contains("VersionMismatch");
      }
      host.with(CastileServlet.SAME_VERSION, "false");
      try (Host.Running running = host.start(new DepotServlet())) {
        assertThat(addInSoap12(running)).contains("2003/05/soap-envelope", ">3<");
      }
      try (Host.Running running =
          host.start(Castile.server().publish("/depot", new DepotService()))) {
        assertThat(addInSoap12(running)).contains("2003/05/soap-envelope", ">3<");
      }
    }
    assertThatThrownBy(
            () ->
                new JettyHost("", "/*", null)
                    .with(CastileServlet.SAME_VERSION, "no")
                    .start(new DepotServlet()))
        .hasStackTraceContaining(
            "servlet soap, parameter sameVersion: expected true or false, found 'no'");
  }

  @Test
  void aServletMayBeStartedAgain() throws Exception {
    DepotServlet servlet = new DepotServlet();
    for (int i = 0; i < 2; i++) {
      try (Host.Running running = new JettyHost("", "/*", null).start(servlet)) {
        assertThat(get(running.base() + "/depot")).contains("<li>add</li>");
      }
    }

    assertThat(servlet.service.life()).containsExactly("begins", "ends", "begins", "ends");
  }

  @Test
  void aServletThatNeverStartedEndsToo() {
    DepotServlet servlet = new DepotServlet();

    servlet.destroy();

    assertThat(servlet.service.life()).isEmpty();
  }

  @Test
  void whatIsTheContainersOwnIsRefused() throws Exception {
    SSLContext tls = SSLContext.getDefault();
    for (ServerBuilder server :
        List.of(
            Castile.server().port(8080),
            Castile.server().host("localhost"),
            Castile.server().transport(t -> t.tls(tls)),
            Castile.server().transport(t -> t.mutualTls(tls)))) {
      server.publish("/depot", new DepotService());

      assertThatThrownBy(server::mount)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Cannot set host, port or TLS of a mount");
    }
    assertThatThrownBy(() -> Castile.server().mount())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Call publish(path, service)");
  }

  @Test
  void aServletOfNothingIsRefused() {
    assertThatThrownBy(() -> new CastileServlet(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("server");
    assertThatThrownBy(() -> new CastileServlet(Castile.server()).init())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Call publish(path, service)");
  }

  @Test
  void theEmbeddedServersLibrariesAreNotNeeded() throws Exception {
    URL[] classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("jetty") && !entry.contains("tomcat"))
            .map(CastileServletTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> loader.loadClass("org.eclipse.jetty.server.Server"))
          .isInstanceOf(ClassNotFoundException.class);

      Class<?> mounted = loader.loadClass(Mounted.class.getName());

      assertThat(mounted.getMethod("run").invoke(null)).isEqualTo("begins, ends");
    }
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (IOException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }

  /** What a servlet does, but for the container. */
  public static final class Mounted {
    private Mounted() {}

    /** Serves for a moment; returns what the service says of its life. */
    public static String run() {
      DepotService service = new DepotService();
      try (SoapMount mount = Castile.server().publish("/depot", service).mount()) {
        Depot depot =
            Castile.client(Depot.class)
                .endpoint("local:/depot")
                .transport(mount.localTransport())
                .build();
        if (depot.add(1, 2) != 3) {
          return "wrong";
        }
      }
      return String.join(", ", service.life());
    }
  }
}
