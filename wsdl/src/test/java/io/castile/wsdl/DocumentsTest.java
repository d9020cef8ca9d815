package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.model.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.catalog.CatalogFeatures;
import javax.xml.catalog.CatalogManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where documents come from, and within which bounds. */
@Timeout(60)
final class DocumentsTest {
  private static final DocumentLimits LIMITS =
      new DocumentLimits(20_000, 30_000, 4, 500, 20, Duration.ofSeconds(30));

  @TempDir private Path folder;

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private String base;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
    base = "http://localhost:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void serve(String path, String text) {
    server.createContext(
        path,
        exchange -> {
          requests.add(path);
          exchange.getResponseHeaders().set("ETag", "\"" + text.hashCode() + "\"");
          boolean isKnown =
              ("\"" + text.hashCode() + "\"")
                  .equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
          byte[] body = text.getBytes(UTF_8);
          exchange.sendResponseHeaders(isKnown ? 304 : 200, isKnown ? -1 : body.length);
          if (!isKnown) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
  }

  private static byte[] coded(String coding, String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream coder =
        coding.contains("gzip")
            ? new GZIPOutputStream(out)
            : new DeflaterOutputStream(out, new Deflater(9, coding.equals("raw")))) {
      coder.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private URI serveCoded(String coding, byte[] content) {
    server.createContext(
        "/coded",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", coding.replace("raw", "deflate"));
          exchange.sendResponseHeaders(200, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    return URI.create(base + "/coded");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "deflate", "raw"})
  void aDocumentIsDecodedThoughNobodyHasAsked(String coding) throws Exception {
    URI location = serveCoded(coding, coded(coding, Wsdl.of("")));

    assertThat(WsdlReader.create().withLimits(LIMITS).read(location)).isNotNull();
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"gzip", "deflate", "raw"})
  void whatComesOutOfACodingIsBounded(String coding) throws Exception {
    URI location = serveCoded(coding, coded(coding, Wsdl.of(" ".repeat(64 << 20))));

    assertThatThrownBy(() -> WsdlReader.create().withLimits(LIMITS).read(location))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("found more");
  }

  @Test
  void aCodingThatIsNotKnownIsNamed() {
    URI location = serveCoded("br", new byte[] {1, 2, 3});

    assertThatThrownBy(() -> WsdlReader.create().withLimits(LIMITS).read(location))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("content coding gzip or deflate, found br");
  }

  private void redirect(String path, String target) {
    server.createContext(
        path,
        exchange -> {
          requests.add(path);
          exchange.getResponseHeaders().set("Location", target);
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
  }

  private static String importing(String location) {
    return Wsdl.of("<w:import namespace=\"urn:u\" location=\"" + location + "\"/>");
  }

  private DocumentException failure(String text) throws IOException {
    Path file = Wsdl.write(folder, "t.wsdl", text);
    try {
      WsdlReader.create().withLimits(LIMITS).read(file.toUri());
    } catch (DocumentException e) {
      return e;
    }
    throw new AssertionError("expected a failure");
  }

  @Test
  void aDocumentHasABound() throws Exception {
    assertThat(failure("<a>" + " ".repeat(20_000) + "</a>"))
        .hasMessageEndingWith("expected a document of at most 20000 bytes, found more");
  }

  @Test
  void allDocumentsHaveABound() throws Exception {
    Wsdl.write(folder, "b.wsdl", Wsdl.of(" ".repeat(16_000)));

    Description description =
        WsdlReader.create()
            .withLimits(LIMITS)
            .read(Wsdl.write(folder, "a.wsdl", importing("b.wsdl") + " ".repeat(15_000)).toUri());

    assertThat(description.problems().get(0).message())
        .endsWith("expected at most 30000 bytes in all documents");
  }

  @Test
  void thereAreSoManyDocumentsAtMost() throws Exception {
    for (int i = 0; i < 9; i++) {
      Wsdl.write(folder, i + ".wsdl", importing(i + 1 + ".wsdl"));
    }

    Description description =
        WsdlReader.create().withLimits(LIMITS).read(folder.resolve("0.wsdl").toUri());

    assertThat(description.problems())
        .extracting(Problem::message)
        .singleElement()
        .asString()
        .endsWith("4.wsdl: expected at most 4 documents, found one more");
  }

  @Test
  void elementsHaveBounds() throws Exception {
    assertThat(failure("<a>".repeat(21) + "</a>".repeat(21)))
        .hasMessageContaining(":1:64: expected elements at most 20 deep");
    assertThat(failure("<a>" + "<b/>".repeat(500) + "</a>"))
        .hasMessageContaining("expected fewer elements in all documents");
  }

  @Test
  void aDocumentTypeIsReadPastAndNothingIsFetchedForIt() throws Exception {
    serve("/evil.dtd", "<!ENTITY more 'x'>");
    String type =
        "<!DOCTYPE w:definitions SYSTEM '"
            + base
            + "/evil.dtd' [<!ENTITY % p SYSTEM '"
            + base
            + "/evil.dtd'> %p; <!ENTITY name 'N'><!ENTITY file SYSTEM 'file:///etc/passwd'>]>\n";

    Description description =
        Wsdl.read(folder, type + Wsdl.of("<w:documentation>[&name;&file;]</w:documentation>"));

    assertThat(description.documentation()).isEqualTo("[N]");
    assertThat(requests).isEmpty();
  }

  @Test
  void entitiesThatGrowAreRefused() throws Exception {
    StringBuilder bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 'xxxxxxxxxx'>");
    for (int i = 1; i < 12; i++) {
      bomb.append("<!ENTITY e").append(i).append(" '").append(("&e" + (i - 1) + ";").repeat(10));
      bomb.append("'>");
    }

    assertThat(failure(bomb.append("]><a>&e11;</a>").toString())).hasMessageContaining("entity");
  }

  @Test
  void filesAreNamedByPathsWithAnyCharacters() throws Exception {
    Wsdl.write(folder, "a b/c d.wsdl", Wsdl.of(""));
    Path file = Wsdl.write(folder, "e f.wsdl", importing("a b\\c d.wsdl"));

    Description description = WsdlReader.create().read(Locations.of(file.toString()));

    assertThat(description.problems()).isEmpty();
  }

  @Test
  void whatIsNoLocationIsAnError() {
    assertThatThrownBy(() -> Locations.of("a\0b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected a file or URL, found");
    assertThatThrownBy(() -> WsdlReader.create().read(URI.create("ftp://localhost/a")))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("expected a file, an entry of an archive, or a URL of http or https");
    assertThatThrownBy(() -> WsdlReader.create().read(URI.create("jar:http://localhost/a.jar!/a")))
        .isInstanceOf(DocumentException.class);
    assertThatThrownBy(() -> WsdlReader.create().read(folder.toUri()))
        .hasMessageEndingWith("expected a file, found a folder");
  }

  @Test
  void aFileWithAQueryIsAProblem() throws Exception {
    Description description = Wsdl.read(folder, importing("service.svc?wsdl=wsdl0"));

    assertThat(description.problems().get(0).message())
        .contains("expected the URI of a file: URI has a query component");
  }

  @Test
  void declarationsOfNamespacesHaveABound() throws Exception {
    StringBuilder text = new StringBuilder("<a");
    for (int i = 0; i < 150; i++) {
      text.append(" xmlns:n").append(i).append("='u'");
    }
    text.append('>').append("<b xmlns:c='d'/>".repeat(8_000)).append("</a>");
    Path file = Wsdl.write(folder, "t.wsdl", text.toString());

    assertThatThrownBy(() -> WsdlReader.create().read(file.toUri()))
        .hasMessageEndingWith("expected fewer declarations of namespaces");
  }

  @Test
  void whatCannotBeHadCountsToo() throws Exception {
    StringBuilder imports = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      imports.append("<w:import namespace='urn:u' location='" + base + "/none" + i + "'/>");
    }

    Description description =
        WsdlReader.create()
            .withLimits(LIMITS)
            .read(Wsdl.write(folder, "t.wsdl", Wsdl.of(imports.toString())).toUri());

    assertThat(description.problems()).hasSize(9);
    assertThat(description.problems().get(2).message()).endsWith("expected status 200, found 404");
    assertThat(description.problems().get(3).message())
        .endsWith("expected at most 4 documents, found one more");
  }

  @Test
  void archivesHaveDocuments() throws Exception {
    Path archive = folder.resolve("a.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
      out.putNextEntry(new ZipEntry("wsdl/a.wsdl"));
      out.write(importing("../other/b.wsdl").getBytes(UTF_8));
      out.putNextEntry(new ZipEntry("other/b.wsdl"));
      out.write(Wsdl.of("").getBytes(UTF_8));
    }

    Description description =
        WsdlReader.create().read(URI.create("jar:" + archive.toUri() + "!/wsdl/a.wsdl"));

    assertThat(description.problems()).isEmpty();
  }

  @Test
  void documentsOfTheNetworkAreFetchedOnce() throws Exception {
    serve("/a", importing("b"));
    serve("/b", importing("a"));

    Description description = WsdlReader.create().read(URI.create(base + "/a"));

    assertThat(description.problems()).isEmpty();
    assertThat(requests).containsExactly("/a", "/b");
  }

  @Test
  void aDocumentOfTheNetworkNamesNoFile() throws Exception {
    Path secret = Wsdl.write(folder, "secret.wsdl", Wsdl.of(""));
    serve("/a", importing(secret.toUri().toString()));

    Description description = WsdlReader.create().read(URI.create(base + "/a"));

    assertThat(description.problems().get(0).message())
        .contains("a document of the network must not name file:");
  }

  @Test
  void aServerSendsToItsOwnPlacesOnly() throws Exception {
    redirect("/a", "/b");
    serve("/b", Wsdl.of(""));
    redirect("/away", "http://127.0.0.2/b");
    redirect("/round", "/round");
    redirect("/port", "http://localhost:1/b");
    WsdlReader reader = WsdlReader.create();

    assertThat(reader.read(URI.create(base + "/a")).problems()).isEmpty();
    assertThatThrownBy(() -> reader.read(URI.create(base + "/away")))
        .hasMessageEndingWith(
            "the server sends elsewhere, to http://127.0.0.2/b; give that location if it is right");
    assertThatThrownBy(() -> reader.read(URI.create(base + "/port")))
        .hasMessageContaining("the server sends elsewhere");
    assertThatThrownBy(() -> reader.read(URI.create(base + "/round")))
        .hasMessageEndingWith("expected at most 5 redirections, found more");
    assertThatThrownBy(() -> reader.read(URI.create(base + "/none")))
        .hasMessageEndingWith("expected status 200, found 404");
  }

  @Test
  @Tag("long")
  void aServerThatSaysNothingIsLeft() {
    DocumentLimits hasty = new DocumentLimits(20_000, 30_000, 4, 500, 20, Duration.ofSeconds(3));
    server.createContext(
        "/slow",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream body = exchange.getResponseBody();
          body.write('<');
          body.flush(); // and nothing more
        });

    assertThatThrownBy(() -> WsdlReader.create().withLimits(hasty).read(URI.create(base + "/slow")))
        .isInstanceOf(DocumentException.class)
        .hasMessageEndingWith(
            " within the timeout of 3000 ms; give it longer by WsdlReader.withLimits");
  }

  @Test
  void copiesAreReadWithoutTheNetwork() throws Exception {
    serve("/a", Wsdl.of("<w:documentation>one</w:documentation>"));
    URI location = URI.create(base + "/a");
    WsdlReader reader = WsdlReader.create().withCache(folder.resolve("cache"));
    assertThatThrownBy(() -> reader.offline().read(location))
        .hasMessageEndingWith("not fetched, as that is switched off; no copy is kept");

    assertThat(reader.read(location).documentation()).isEqualTo("one");
    assertThat(reader.read(location).documentation()).isEqualTo("one"); // by status 304
    server.stop(0);

    assertThat(reader.offline().read(location).documentation()).isEqualTo("one");
    assertThatThrownBy(() -> reader.read(location)).hasMessageContaining("cannot be fetched");
    assertThat(requests).hasSize(2);
  }

  @Test
  void aCatalogueSaysWhereDocumentsAre() throws Exception {
    Wsdl.write(folder, "local.wsdl", Wsdl.of(""));
    Path catalog =
        Wsdl.write(
            folder,
            "catalog.xml",
            "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'><system"
                + " systemId='http://nowhere.invalid/a.wsdl' uri='local.wsdl'/><uri"
                + " name='urn:u' uri='local.wsdl'/></catalog>");
    WsdlReader reader =
        WsdlReader.create()
            .offline()
            .withCatalog(CatalogManager.catalog(CatalogFeatures.defaults(), catalog.toUri()));

    assertThat(read(reader, importing("http://nowhere.invalid/a.wsdl")).problems()).isEmpty();
    assertThat(read(reader, importing("")).problems()).isEmpty();
    WsdlReader byFile = WsdlReader.create().offline().withCatalog(catalog);
    assertThat(read(byFile, importing("http://nowhere.invalid/a.wsdl")).problems()).isEmpty();
    assertThatThrownBy(() -> byFile.withCatalog(folder.resolve("none.xml")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot read catalogue "
                + folder.resolve("none.xml")
                + ", because there is no such file.");
  }

  @Test
  void whatWasNamedAndNotReadIsListed() throws Exception {
    Description description = read(WsdlReader.create().offline(), importing("none.wsdl"));
    assertThat(description.unread()).containsExactly(folder.resolve("none.wsdl").toUri());

    Wsdl.write(folder, "none.wsdl", Wsdl.of(""));
    assertThat(read(WsdlReader.create().offline(), importing("none.wsdl")).unread()).isEmpty();
  }

  @Test
  void aPathIsFromTheFolderThatIsGiven() {
    assertThat(Locations.of(folder, "a/../b.wsdl")).isEqualTo(folder.resolve("b.wsdl").toUri());
    assertThat(Locations.of(folder, folder.resolve("c.wsdl").toString()))
        .isEqualTo(folder.resolve("c.wsdl").toUri());
    assertThat(Locations.of(folder, "http://localhost/?wsdl"))
        .isEqualTo(URI.create("http://localhost/?wsdl"));
  }

  private Description read(WsdlReader reader, String text) throws IOException {
    return reader.read(Wsdl.write(folder, "t.wsdl", text).toUri());
  }
}
