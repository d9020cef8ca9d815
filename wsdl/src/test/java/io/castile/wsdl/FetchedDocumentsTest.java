package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.FetchSettings;
import io.castile.wsdl.document.internal.FetchedDocuments;
import io.castile.wsdl.document.internal.Locations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether the documents of a description are others now. */
@Timeout(60)
final class FetchedDocumentsTest {
  private static final String NO_FIELD = "";
  private static final String LONG_AGO = "Last-Modified: Sat, 01 Nov 2025 10:00:00 GMT";
  private static final String IN_FUTURE = "Last-Modified: Fri, 01 Nov 2999 10:00:00 GMT";

  private static final String MAIN =
      Wsdl.of(
          "<w:types><x:schema targetNamespace='urn:t'><x:include schemaLocation='types.xsd'/>"
              + "</x:schema></w:types>");

  private final FetchedDocuments documents = new FetchedDocuments();
  private final Map<String, Document> served = new ConcurrentHashMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private String base;

  /**
   * A document as its server has it.
   *
   * @param field the one that tells its version; empty for none
   */
  private record Document(String text, String field) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    base = "http://localhost:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Answers as RFC 9110 §13.1 says, by the text of the fields. */
  private void answer(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestURI().toString();
    String tag = exchange.getRequestHeaders().getFirst("If-None-Match");
    String date = exchange.getRequestHeaders().getFirst("If-Modified-Since");
    String user = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(
        target
            + (tag == null ? "" : " tag " + tag)
            + (date == null ? "" : " since " + date)
            + (user == null ? "" : " by user"));
    Document document = served.get(target);
    boolean isSame =
        document != null
            && (("ETag: " + tag).equals(document.field)
                || ("Last-Modified: " + date).equals(document.field));
    if (document != null && !document.field.isEmpty()) {
      String[] field = document.field.split(": ", 2);
      exchange.getResponseHeaders().set(field[0], field[1]);
    }
    byte[] bytes = document == null ? new byte[0] : document.text.getBytes(UTF_8);
    if (document == null || isSame) {
      exchange.sendResponseHeaders(document == null ? 404 : 304, -1);
    } else {
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private static String types(String name) {
    return "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:t'>"
        + "<x:element name='"
        + name
        + "' type='x:string'/></x:schema>";
  }

  private Description read(String url) throws IOException {
    FetchOptions options = FetchSettings.withFetched(FetchOptions.DEFAULT, documents);
    return WsdlReader.create().withFetch(options).read(Locations.of(url));
  }

  private void serve(String field, String typesField) {
    served.put("/s?wsdl", new Document(MAIN, field));
    served.put("/types.xsd", new Document(types("a"), typesField));
  }

  @Test
  void nothingHasChangedBeforeAnythingIsFetched() throws Exception {
    assertThat(documents.haveChanged()).isFalse();
  }

  @Test
  void serversAreAskedByTheTagsOfDocuments() throws Exception {
    serve("ETag: \"one\"", "ETag: W/\"two\"");
    read(base + "/s?wsdl");

    assertThat(documents.haveChanged()).isFalse();
    assertThat(requests)
        .containsExactly(
            "/s?wsdl", "/types.xsd", "/s?wsdl tag \"one\"", "/types.xsd tag W/\"two\"");
    served.put("/types.xsd", new Document(types("b"), "ETag: \"three\""));
    assertThat(documents.haveChanged()).isTrue();
  }

  @Test
  void serversAreAskedByDatesThatTellAVersion() throws Exception {
    serve(LONG_AGO, IN_FUTURE);
    read(base + "/s?wsdl");
    requests.clear();

    assertThat(documents.haveChanged()).isFalse();

    assertThat(requests).containsExactly("/s?wsdl since " + LONG_AGO.substring(15), "/types.xsd");
  }

  @Test
  void documentsWithoutATagAreCompared() throws Exception {
    serve(NO_FIELD, NO_FIELD);
    read(base + "/s?wsdl");

    assertThat(documents.haveChanged()).isFalse();
    served.put("/types.xsd", new Document(types("b"), NO_FIELD));
    assertThat(documents.haveChanged()).isTrue();
  }

  @Test
  void anotherTagOfTheSameDocumentIsTakenNextTime() throws Exception {
    serve("ETag: \"one\"", NO_FIELD);
    read(base + "/s?wsdl");
    served.put("/s?wsdl", new Document(MAIN, "ETag: \"two\""));

    assertThat(documents.haveChanged()).isFalse();
    assertThat(documents.haveChanged()).isFalse();

    assertThat(requests).contains("/s?wsdl tag \"one\"", "/s?wsdl tag \"two\"");
  }

  @Test
  void aDocumentThatIsGoneHasNotChanged() throws Exception {
    serve(NO_FIELD, NO_FIELD);
    read(base + "/s?wsdl");
    Document gone = served.remove("/types.xsd");

    assertThatThrownBy(documents::haveChanged)
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("/types.xsd: expected status 200, found 404");
    served.put("/types.xsd", gone);
    assertThat(documents.haveChanged()).isFalse();
  }

  @Test
  void aDocumentThatCouldNotBeHadCountsOnceItCan() throws Exception {
    served.put("/s?wsdl", new Document(MAIN, NO_FIELD));
    assertThat(read(base + "/s?wsdl").problems()).isNotEmpty();

    assertThat(documents.haveChanged()).isFalse();
    served.put("/types.xsd", new Document(types("a"), NO_FIELD));
    assertThat(documents.haveChanged()).isTrue();
  }

  @Test
  void theUserOfAUrlIsUsedAgain() throws Exception {
    serve(NO_FIELD, NO_FIELD);
    read(base.replace("//", "//bob:secret@") + "/s?wsdl");

    assertThat(documents.haveChanged()).isFalse();

    assertThat(requests)
        .containsExactly(
            "/s?wsdl by user", "/types.xsd by user", "/s?wsdl by user", "/types.xsd by user");
  }

  @Test
  void aPageThatIsNoDescriptionIsNotAskedForAgain() throws Exception {
    serve(NO_FIELD, NO_FIELD);
    served.put("/s", new Document("<html>1</html>", NO_FIELD));
    read(base + "/s");
    served.put("/s", new Document("<html>2</html>", NO_FIELD));

    assertThat(documents.haveChanged()).isFalse();

    assertThat(requests).containsOnlyOnce("/s");
  }
}
