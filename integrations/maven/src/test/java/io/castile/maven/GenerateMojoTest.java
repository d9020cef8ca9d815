package io.castile.maven;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.model.Build;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.apache.maven.project.MavenProject;
import org.apache.maven.settings.Server;
import org.codehaus.plexus.build.DefaultBuildContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerateMojoTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
  private static final String INTERFACE = "generated-sources/castile/shop/Shop.java";
  private static final String SERVICE = "generated-sources/castile/shop/ShopService.java";
  private static final String BEAN = "generated-sources/castile/shop/types/Order.java";

  @TempDir private Path folder;

  private final List<String> log = new ArrayList<>();
  private MavenProject project;
  private Path target;
  private String version = "1";
  private final org.apache.maven.settings.Settings settings =
      new org.apache.maven.settings.Settings();

  @BeforeEach
  void write() throws IOException {
    target = folder.resolve("target");
    write("shop.wsdl", wsdl("urn:shop"));
    write("order.xsd", schema("sku"));
    project = project();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String wsdl(String namespace) {
    return """
    <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
        xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:shop:types" xmlns:t="%1$s" targetNamespace="%1$s">
      <w:types><x:schema>
        <x:import namespace="urn:shop:types" schemaLocation="order.xsd"/>
      </x:schema></w:types>
      <w:message name="ask"><w:part name="p" element="o:order"/></w:message>
      <w:portType name="Shop"><w:operation name="order"><w:input message="t:ask"/></w:operation></w:portType>
      <w:binding name="B" type="t:Shop"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <w:operation name="order"><s:operation/><w:input><s:body use="literal"/></w:input></w:operation></w:binding>
      <w:service name="ShopService"><w:port name="ShopPort" binding="t:B"><s:address location="http://localhost/shop"/></w:port></w:service>
    </w:definitions>
    """
        .formatted(namespace);
  }

  private static String schema(String name) {
    return """
    <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop:types">
      <x:element name="order"><x:complexType><x:sequence><x:element name="%s" type="x:dateTime"/></x:sequence></x:complexType></x:element>
    </x:schema>
    """
        .formatted(name);
  }

  private MavenProject project() {
    MavenProject made = new MavenProject();
    made.setFile(folder.resolve("pom.xml").toFile());
    made.setBuild(new Build());
    made.getBuild().setDirectory(target.toString());
    return made;
  }

  private GenerateMojo mojo(Wsdl... wsdls) {
    GenerateMojo mojo =
        new GenerateMojo(
            new DefaultBuildContext(
                new org.sonatype.plexus.build.incremental.DefaultBuildContext()),
            new PlainDecrypter());
    mojo.settings = settings;
    mojo.setLog(new Log());
    mojo.project = project;
    Plugin plugin = new Plugin();
    plugin.setVersion(version);
    mojo.execution = new MojoExecution(plugin, "generate", "default");
    mojo.wsdls = List.of(wsdls);
    mojo.outputDirectory = target.resolve("generated-sources/castile").toFile();
    mojo.resourceDirectory = target.resolve("generated-resources/castile").toFile();
    return mojo;
  }

  private static Wsdl wsdlAt(String location, String... packages) {
    Wsdl wsdl = new Wsdl();
    wsdl.set(location);
    if (packages.length > 0) {
      wsdl.setPackages(List.of(packages));
    }
    return wsdl;
  }

  private GenerateMojo mojo() {
    return mojo(wsdlAt("shop.wsdl"));
  }

  /** Runs a goal, and returns the files that it wrote, from the target folder, but for lists. */
  private List<String> written(GenerateMojo mojo) throws Exception {
    try (Stream<Path> files = Files.exists(target) ? Files.walk(target) : Stream.empty()) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(each, LONG_AGO);
      }
    }
    log.clear();
    mojo.execute();
    List<String> written = new ArrayList<>();
    try (Stream<Path> files = Files.walk(target)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        if (!Files.getLastModifiedTime(each).equals(LONG_AGO)) {
          written.add(target.relativize(each).toString().replace('\\', '/'));
        }
      }
    }
    return written;
  }

  @Test
  void customizationsOfABindingFileAreObeyedAndReadAgainWhenTheyChange() throws Exception {
    String bindings =
        """
        <j:bindings xmlns:j="https://jakarta.ee/xml/ns/jaxb" version="3.0" xmlns:x="http://www.w3.org/2001/XMLSchema">
          <j:bindings schemaLocation="order.xsd" node="/x:schema"><j:schemaBindings>
            <j:package name="com.example.%s"/></j:schemaBindings></j:bindings>
        </j:bindings>
        """;
    Path file = write("own.xjb", bindings.formatted("one"));
    GenerateMojo mojo = mojo();
    mojo.bindings = List.of(file.toFile());

    assertThat(written(mojo)).contains("generated-sources/castile/com/example/one/Order.java");
    assertThat(written(mojo)).isEmpty();
    write("own.xjb", bindings.formatted("two"));
    assertThat(written(mojo)).contains("generated-sources/castile/com/example/two/Order.java");
    assertThat(target.resolve("generated-sources/castile/com/example/one/Order.java"))
        .doesNotExist();

    Wsdl wsdl = wsdlAt("shop.wsdl");
    wsdl.setBindings(List.of());
    GenerateMojo without = mojo(wsdl);
    without.bindings = List.of(file.toFile());
    assertThat(written(without)).contains(BEAN);
  }

  @Test
  void javaIsCompiledAndTheWsdlIsAResource() throws Exception {
    assertThat(written(mojo()))
        .containsExactly(
            "castile-maven-plugin/default.inputs",
            "generated-resources/castile/.castile-generate",
            "generated-resources/castile/shop/ShopService.wsdl",
            "generated-resources/castile/shop/order.xsd",
            "generated-sources/castile/.castile-generate",
            INTERFACE,
            SERVICE,
            "generated-sources/castile/shop/types/ObjectFactory.java",
            BEAN,
            "generated-sources/castile/shop/types/package-info.java");

    assertThat(project.getCompileSourceRoots())
        .containsExactly(target.resolve("generated-sources/castile").toString());
    assertThat(project.getResources())
        .singleElement()
        .extracting(Resource::getDirectory)
        .isEqualTo(target.resolve("generated-resources/castile").toString());
    assertThat(log).anyMatch(line -> line.endsWith("7 files written, 0 unchanged, 0 deleted"));
  }

  @Test
  void nothingIsReadOrWrittenWhereNothingHasChanged() throws Exception {
    written(mojo());
    project = project();

    assertThat(written(mojo())).isEmpty();

    assertThat(log).containsExactly("debug nothing has changed");
    assertThat(project.getCompileSourceRoots()).hasSize(1);
    assertThat(project.getResources()).hasSize(1);
  }

  @Test
  void whatHasChangedIsGeneratedAgain() throws Exception {
    written(mojo());

    write("order.xsd", schema("number"));
    assertThat(written(mojo())).contains(BEAN).doesNotContain(SERVICE);
    assertThat(target.resolve(BEAN)).content().contains("setNumber(");

    GenerateMojo timed = mojo();
    timed.javaTime = true;
    assertThat(written(timed)).contains(BEAN);
    assertThat(target.resolve(BEAN)).content().contains("OffsetDateTime number");

    Files.delete(target.resolve(BEAN));
    assertThat(written(timed)).contains(BEAN);

    version = "2";
    assertThat(written(mojo())).contains("castile-maven-plugin/default.inputs");
    assertThat(written(mojo())).isEmpty();
  }

  @Test
  void aSchemaThatWasMissingIsAWarningUntilItIsThere() throws Exception {
    Files.delete(folder.resolve("order.xsd"));
    write(
        "shop.wsdl",
        wsdl("urn:shop")
            .replace(
                "</x:schema>",
                "</x:schema><x:schema targetNamespace='urn:shop:types'>"
                    + "<x:element name='order' type='x:string'/></x:schema>"));
    written(mojo());
    assertThat(log).anyMatch(line -> line.startsWith("warn ") && line.contains("order.xsd"));
    assertThat(written(mojo())).isEmpty();

    write(
        "order.xsd",
        "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:shop:types'/>");

    assertThat(written(mojo())).contains("castile-maven-plugin/default.inputs");
    assertThat(log).noneMatch(line -> line.contains("order.xsd"));
  }

  @Test
  void whatIsLeftOutIsLoggedAsAnError() throws Exception {
    write(
        "shop.wsdl",
        wsdl("urn:shop")
            .replace(
                "</w:binding>",
                "<w:operation name='buy'><s:operation/><w:input/></w:operation></w:binding>"));

    assertThat(written(mojo())).contains(INTERFACE);

    assertThat(log)
        .anyMatch(
            line ->
                line.startsWith("error " + folder.resolve("shop.wsdl"))
                    && line.endsWith("has no operation buy; it is left out"));
  }

  @Test
  void eachWsdlMayHaveItsOwnParameters() throws Exception {
    write("other.wsdl", wsdl("urn:other"));
    Wsdl other = wsdlAt("other.wsdl", "com.example.other", "urn:shop:types=com.example.types");
    other.setCopy(true);
    other.setEquals(false);
    other.setCodecs(true);
    other.setTracked(true);
    other.setJavaTime(true);
    GenerateMojo mojo = mojo(wsdlAt("shop.wsdl"), other);
    mojo.equals = true;

    written(mojo);

    assertThat(target.resolve(BEAN)).content().contains("equals(").doesNotContain("copy()");
    assertThat(target.resolve("generated-sources/castile/com/example/other/Shop.java")).exists();
    assertThat(target.resolve("generated-sources/castile/com/example/types/OrderCastileCodec.java"))
        .exists();
    assertThat(target.resolve(BEAN).resolveSibling("OrderCastileCodec.java")).doesNotExist();
    assertThat(target.resolve("generated-sources/castile/com/example/types/Order.java"))
        .content()
        .contains("copy()", "extends TrackedBean")
        .doesNotContain("equals(");
  }

  @Test
  void imagesAreDataHandlersWhereThatIsSaid() throws Exception {
    write(
        "order.xsd",
        schema("sku")
            .replace("xmlns:x=", "xmlns:m='http://www.w3.org/2005/05/xmlmime' xmlns:x=")
            .replace(
                "type=\"x:dateTime\"", "type='x:base64Binary' m:expectedContentTypes='image/png'"));
    written(mojo());
    assertThat(target.resolve(BEAN)).content().contains("Image sku");

    GenerateMojo all = mojo();
    all.dataHandlers = true;
    assertThat(written(all)).contains(BEAN);
    assertThat(target.resolve(BEAN)).content().contains("DataHandler sku");

    Wsdl own = wsdlAt("shop.wsdl");
    own.setDataHandlers(false);
    GenerateMojo without = mojo(own);
    without.dataHandlers = true;
    written(without);
    assertThat(target.resolve(BEAN)).content().contains("Image sku");
  }

  @Test
  void theStyleOfCodecsMayBeTemplates() throws Exception {
    GenerateMojo mojo = mojo(wsdlAt("shop.wsdl"));
    mojo.codecs = true;
    mojo.style = "template";

    written(mojo);

    assertThat(target.resolve("generated-resources/castile/shop/types/Order.vm")).exists();
    mojo.style = "c";
    assertThatThrownBy(mojo::execute).hasMessage("expected style java or template, found 'c'");
  }

  @Test
  void twoWsdlsMayNotMakeOneClass() throws Exception {
    write("other.wsdl", wsdl("urn:other"));
    Wsdl other = wsdlAt("other.wsdl");
    other.setEquals(true);

    assertThatThrownBy(() -> mojo(wsdlAt("shop.wsdl"), other).execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(
            "Cannot write shop/types/Order.java, because shop.wsdl and other.wsdl generate it with"
                + " different content. Use different packages.");
    assertThat(target.resolve("generated-sources")).doesNotExist();
  }

  @Test
  void anErrorSaysWhere() throws Exception {
    write("shop.wsdl", "<w:definitions\n  oops");
    assertThatThrownBy(() -> mojo().execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageStartingWith(folder.resolve("shop.wsdl") + ":2:");

    write("shop.wsdl", wsdl("urn:shop").replace("wsdl/soap/", "wsdl/none/"));
    assertThatThrownBy(() -> mojo().execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(
            folder.resolve("shop.wsdl")
                + ": expected a binding of SOAP with operations, found none");

    assertThatThrownBy(() -> mojo(wsdlAt("none.wsdl")).execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(folder.resolve("none.wsdl") + ": no such file");
  }

  @Test
  void aWrongConfigurationSaysWhatIsExpected() {
    assertThatThrownBy(() -> mojo(new Wsdl[0]).execute())
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage("Cannot generate without a WSDL. Set <wsdls> with a <wsdl>.");
    assertThatThrownBy(() -> mojo(new Wsdl()).execute())
        .hasMessage("Cannot read a <wsdl> without a location. Set it.");
    assertThatThrownBy(() -> mojo(wsdlAt("shop.wsdl", "no package")).execute())
        .hasMessage("expected the name of a package, found 'no package'");
    GenerateMojo lost = mojo();
    lost.catalog = folder.resolve("none.xml").toFile();
    assertThatThrownBy(lost::execute)
        .hasMessage(
            "Cannot read catalogue "
                + folder.resolve("none.xml")
                + ", because there is no such file.");
  }

  @Test
  void twoExecutionsDoNotShareAFolder() throws Exception {
    mojo().execute();
    GenerateMojo other = mojo();
    other.execution = new MojoExecution(new Plugin(), "generate", "other");

    assertThatThrownBy(other::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageStartingWith("executions default and other both write to ")
        .hasMessageContaining("expected another outputDirectory");
  }

  // ---- WSDLs that a server guards ----

  /** Serves the WSDL to a user only. */
  private HttpServer guarded() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    HttpContext context =
        server.createContext(
            "/",
            exchange -> {
              boolean isSchema = exchange.getRequestURI().getPath().endsWith("order.xsd");
              byte[] body = (isSchema ? schema("sku") : wsdl("urn:shop")).getBytes(UTF_8);
              exchange.sendResponseHeaders(200, body.length);
              exchange.getResponseBody().write(body);
              exchange.close();
            });
    context.setAuthenticator(
        new BasicAuthenticator("shop") {
          @Override
          public boolean checkCredentials(String user, String password) {
            return user.equals("bob") && password.equals("s3cr@t");
          }
        });
    server.start();
    return server;
  }

  private void knowServer(String id) {
    Server known = new Server();
    known.setId(id);
    known.setUsername("bob");
    known.setPassword("s3cr@t");
    settings.addServer(known);
  }

  @Test
  void theUserForAWsdlIsThatOfTheServerInTheSettings() throws Exception {
    HttpServer server = guarded();
    try {
      String url = "http://localhost:" + server.getAddress().getPort() + "/shop?wsdl";
      assertThatThrownBy(() -> mojo(wsdlAt(url)).execute())
          .isInstanceOf(MojoFailureException.class)
          .hasMessageContaining("found 401; WWW-Authenticate: Basic realm=\"shop\"")
          .hasMessageEndingWith(
              "give them by a <server> of settings.xml, with the host as <id>, or another one that"
                  + " <serverId> names");

      knowServer("localhost");
      assertThat(written(mojo(wsdlAt(url)))).contains(INTERFACE, BEAN);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aWsdlNamesItsServerOfTheSettings() throws Exception {
    HttpServer server = guarded();
    try {
      Wsdl wsdl = wsdlAt("http://localhost:" + server.getAddress().getPort() + "/shop?wsdl");
      wsdl.setServerId("shop-server");
      assertThatThrownBy(() -> mojo(wsdl).execute())
          .hasMessage(
              "Cannot use <serverId> shop-server, because settings.xml has no <server> with this"
                  + " id. Add it.");

      knowServer("shop-server");
      assertThat(written(mojo(wsdl))).contains(INTERFACE);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aPasswordInAUrlIsUsedAndNotLogged() throws Exception {
    HttpServer server = guarded();
    try {
      String host = "localhost:" + server.getAddress().getPort();
      GenerateMojo mojo = mojo(wsdlAt("http://bob:s3cr%40t@" + host + "/shop"));

      assertThat(written(mojo)).contains(INTERFACE);

      assertThat(log.toString()).doesNotContain("s3cr");
      assertThatThrownBy(() -> mojo(wsdlAt("http://bob:wr0ng@" + host + "/shop?wsdl")).execute())
          .hasMessageContaining("the credentials that were sent are not accepted")
          .hasMessageNotContaining("wr0ng");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void nothingIsDoneWhereItIsSkipped() throws Exception {
    GenerateMojo mojo = mojo();
    mojo.skip = true;

    mojo.execute();

    assertThat(target).doesNotExist();
    assertThat(project.getCompileSourceRoots()).isEmpty();
  }

  /** Keeps what is logged. */
  private final class Log extends SystemStreamLog {
    @Override
    public void debug(CharSequence content) {
      log.add("debug " + content);
    }

    @Override
    public void info(CharSequence content) {
      log.add("info " + content);
    }

    @Override
    public void error(CharSequence content) {
      log.add("error " + content);
    }

    @Override
    public void warn(CharSequence content) {
      log.add("warn " + content);
    }
  }
}
