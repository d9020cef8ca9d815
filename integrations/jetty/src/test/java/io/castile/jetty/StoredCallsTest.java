package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.soap.FilePort;
import io.castile.soap.FileService;
import io.castile.soap.Headers;
import io.castile.soap.OpenFiles;
import io.castile.soap.ScriptedServer;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.ClientLinks;
import io.castile.soap.client.SoapClient;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.multipart.AttachmentData;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.HttpServers;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.server.ServiceSettings;
import io.castile.xml.XmlLimits;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls over HTTP with parts that stand in files, at both ends, and how long they do. */
class StoredCallsTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: multipart/related; boundary=b;"
          + " type=\"application/xop+xml\"; start-info=\"text/xml\"\r\n";

  @TempDir Path served;
  @TempDir Path called;

  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeEach
  void collect() {
    System.gc(); // so that nothing of other tests is let go of meanwhile
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    OpenFiles.awaitNone(served);
    OpenFiles.awaitNone(called);
  }

  private static AttachmentOptions options(Path directory) {
    return AttachmentOptions.builder()
        .mtom(true)
        .thresholdBytes(0)
        .maxMemoryBytes(1000)
        .directory(directory)
        .build();
  }

  private HttpServer server;
  private Duration requestTimeout = HttpServerOptions.DEFAULT.requestTimeout();

  private String start(Object service, AttachmentOptions options, Interceptor... interceptors)
      throws IOException {
    return start(service, options, XmlLimits.DEFAULT, interceptors);
  }

  private String start(
      Object service, AttachmentOptions options, XmlLimits limits, Interceptor... interceptors)
      throws IOException {
    ServiceEndpoint endpoint =
        new ServiceEndpoint(
            service,
            ServiceEndpoint.model(service.getClass(), CodecMode.ADAPTIVE),
            ServiceSettings.builder()
                .limits(limits)
                .interceptors(List.of(interceptors))
                .attachments(options)
                .build());
    HttpServerOptions http =
        HttpServerOptions.builder()
            .host("localhost")
            .idleTimeout(Duration.ofSeconds(10))
            .requestTimeout(requestTimeout)
            .maxRequestBytes(limits.maxBytes())
            .build();
    server = HttpServers.start(new JettyServerProvider(), http, Map.of("/files", endpoint));
    open.add(server);
    return "http://localhost:" + server.port() + "/files";
  }

  private Object call(
      String url, AttachmentOptions options, HttpOptions http, String operation, Object argument)
      throws Throwable {
    ServiceModel model = ServiceModel.of(FilePort.class, CodecMode.ADAPTIVE);
    HttpTransport transport = new HttpTransport(http);
    try (SoapClient client =
        new SoapClient(
            model,
            XmlLimits.DEFAULT,
            ClientLinks.of(List.of(SoapClient.transportLink(transport))),
            transport,
            ReadTemplateSource.NONE,
            options,
            Set.of(),
            ReceiverSettings.DEFAULT)) {
      OperationModel called =
          model.operations().stream()
              .filter(each -> each.name().getLocalPart().equals(operation))
              .findFirst()
              .orElseThrow();
      return client.call(
          called,
          new Object[] {argument},
          new SoapClient.Options(url, SoapVersion.SOAP_1_1, null, Headers.NONE),
          response -> {});
    }
  }

  private Object call(String url, String operation, Object argument) throws Throwable {
    return call(url, options(called), HttpOptions.DEFAULT, operation, argument);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static DataHandler handler(byte[] bytes) {
    return AttachmentData.handlers(Map.of("1", new BytesAttachment(bytes, "a/b"))).get("1");
  }

  private static byte[] read(DataHandler data) throws IOException {
    try (InputStream in = data.getInputStream()) {
      return in.readAllBytes();
    }
  }

  /** Waits for the requests under way; then nothing may be open that nobody keeps. */
  private void assertNothingServedIsLeft() throws IOException {
    server.close();
    assertThat(OpenFiles.in(served)).isZero();
  }

  // ---- how long parts stand ----

  /** Keeps what it gets. */
  @WebService(
      endpointInterface = "io.castile.soap.FilePort",
      serviceName = "FilesService",
      portName = "FilesPort",
      targetNamespace = "urn:files")
  public static final class Keeping extends FileService {
    private volatile DataHandler kept;

    @Override
    public DataHandler data(DataHandler data) {
      kept = AttachmentData.keep(data);
      return data;
    }
  }

  @Test
  void dataStandsAsLongAsItIsKept() throws Throwable {
    Keeping service = new Keeping();
    String url = start(service, options(served));
    byte[] sent = bytes(300_000);

    DataHandler found = (DataHandler) call(url, "data", handler(sent));

    assertThat(read(found)).isEqualTo(sent);
    assertThat(read(found)).isEqualTo(sent);
    assertThat(found.getContentType()).isEqualTo("a/b");
    assertThat(OpenFiles.in(called)).isOne();
    ((Closeable) found.getDataSource()).close();
    assertThat(OpenFiles.in(called)).isZero();
    assertThatThrownBy(() -> read(found)).hasMessageContaining("has been closed");
    server.close();
    assertThat(OpenFiles.in(served)).isOne();
    assertThat(read(service.kept)).isEqualTo(sent);
    ((Closeable) service.kept.getDataSource()).close();
    assertThat(OpenFiles.in(served)).isZero();
  }

  @Test
  void dataOfAServiceEndsWithItsCall() throws Throwable {
    String url = start(new FileService(), options(served));

    assertThat(read((DataHandler) call(url, "data", handler(bytes(300_000))))).hasSize(300_000);

    assertNothingServedIsLeft();
  }

  @Test
  void dataThatACallerForgetsIsCollected() throws Throwable {
    String url = start(new FileService(), options(served));

    assertThat(read((DataHandler) call(url, "data", handler(bytes(300_000))))).hasSize(300_000);

    OpenFiles.awaitNone(called);
  }

  @Test
  void bytesStandNowhereBehindTheCall() throws Throwable {
    String url = start(new FileService(), options(served));

    assertThat(call(url, "bytes", bytes(300_000))).isEqualTo(bytes(300_000));

    assertThat(OpenFiles.in(called)).isZero();
    assertNothingServedIsLeft();
  }

  @Test
  void dataThatIsSentOnHasALength() throws Throwable {
    Keeping service = new Keeping();
    String url = start(service, options(served));
    call(url, "data", handler(bytes(300_000)));
    List<String> lengths = new ArrayList<>();
    String next =
        start(
            new FileService(),
            options(served),
            chain -> {
              lengths.add(chain.request().headers().get("content-length"));
              return chain.proceed(chain.request());
            });

    DataHandler found = (DataHandler) call(next, "data", service.kept);

    assertThat(read(found)).isEqualTo(bytes(300_000));
    assertThat(lengths).hasSize(1).doesNotContainNull();
    ((Closeable) service.kept.getDataSource()).close();
  }

  // ---- limits ----

  @Test
  void packagesMayBeLargerThanMessages() throws Throwable {
    XmlLimits limits =
        XmlLimits.builder()
            .maxBytes(100_000)
            .maxDepth(64)
            .maxAttributes(64)
            .maxNameBytes(1024)
            .maxTextBytes(100_000)
            .maxNamespaces(64)
            .build();
    String url =
        start(
            new FileService(),
            options(served).toBuilder().maxPackageBytes(1 << 20).build(),
            limits);
    AttachmentOptions large = options(called).toBuilder().maxPackageBytes(1 << 20).build();
    HttpOptions http = HttpOptions.builder().maxResponseBytes(100_000).build();

    assertThat(read((DataHandler) call(url, large, http, "data", handler(bytes(300_000)))))
        .isEqualTo(bytes(300_000));
    assertThatThrownBy(() -> call(url, large, http, "bytes", bytes(300_000)))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("what the document includes exceeds the limit maxBytes = 100000");
    assertThatThrownBy(() -> call(url, large, http, "data", handler(bytes(2 << 20))))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("413");
    assertThatThrownBy(() -> call(url, options(called), http, "data", handler(bytes(300_000))))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("the limit is 100000");
    assertThat(OpenFiles.in(called)).isLessThanOrEqualTo(1);
  }

  // ---- what fails ----

  @Test
  void aDirectoryThatIsNotThereIsTheReceiversFault() throws Throwable {
    String url = start(new FileService(), options(served.resolve("absent")));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call(url, "data", handler(bytes(300_000))))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("cannot be stored by its receiver")
          .extracting(e -> ((SOAPFaultException) e).getFault().getFaultCodeAsQName().getLocalPart())
          .isEqualTo("Server");
    }
    assertThat(call(url, "text", "t")).isEqualTo("t");
  }

  @Test
  void aDirectoryThatIsNotThereFailsTheCall() throws Throwable {
    String url = start(new FileService(), options(served));
    AttachmentOptions nowhere = options(called.resolve("absent"));

    assertThatThrownBy(() -> call(url, nowhere, HttpOptions.DEFAULT, "bytes", bytes(300_000)))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("cannot be stored")
        .hasRootCauseInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aRequestThatAnInterceptorRefusesLeavesNothing() throws Throwable {
    String url =
        start(
            new FileService(),
            options(served),
            chain -> {
              assertThat(chain.request().arguments()).hasSize(1); // a DataHandler has been made
              throw new IllegalStateException("not today");
            });

    assertThatThrownBy(() -> call(url, "data", handler(bytes(300_000))))
        .hasMessageContaining("not today");
    assertNothingServedIsLeft();
  }

  /** A package whose document has an include and then what is given. */
  private static byte[] packaged(String behind, byte[] part) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String root =
        "--b\r\nContent-Type: application/xop+xml\r\n\r\n"
            + "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<f:dataResponse xmlns:f='urn:files'><return>"
            + "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:1'/>"
            + "</return>"
            + behind
            + "\r\n--b\r\nContent-ID: <1>\r\n\r\n";
    out.write(root.getBytes(StandardCharsets.UTF_8));
    out.write(part);
    out.write("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  private static final String END = "</f:dataResponse></e:Body></e:Envelope>";

  private static ScriptedServer.Step answer(byte[] content, int length, int end) {
    String head = HEAD + "Content-Length: " + length + "\r\n\r\n";
    return ScriptedServer.sendAndClose(
        head + new String(content, 0, end, StandardCharsets.ISO_8859_1));
  }

  @Test
  void aResponseThatIsMalformedLeavesNothing() throws Throwable {
    byte[] content = packaged(END.replace("dataResponse", "wrong"), bytes(5000));
    try (ScriptedServer scripted =
        new ScriptedServer(answer(content, content.length, content.length))) {
      assertThatThrownBy(() -> call(scripted.url(), "data", handler(bytes(1))))
          .isInstanceOf(WebServiceException.class)
          .hasCauseInstanceOf(SoapMessageException.class);
      assertThat(OpenFiles.in(called)).isZero();
    }
  }

  @Test
  void aResponseThatIsCutOffLeavesNothing() throws Throwable {
    byte[] content = packaged(END, bytes(3000));
    for (int end = 0; end < content.length; end += 7) {
      try (ScriptedServer scripted = new ScriptedServer(answer(content, content.length, end))) {
        assertThatThrownBy(() -> call(scripted.url(), "data", handler(bytes(1))))
            .isInstanceOf(WebServiceException.class)
            .hasCauseInstanceOf(SoapTransportException.class)
            .hasMessageContaining(
                "the connection ended after " + end + " of " + content.length + " bytes");
        assertThat(OpenFiles.in(called)).isZero();
      }
    }
  }

  @Test
  void aResponseThatIsCutOffWithinChunksLeavesNothing() throws Throwable {
    byte[] content = packaged(END, bytes(3000));
    String chunk =
        Integer.toHexString(content.length)
            + "\r\n"
            + new String(content, StandardCharsets.ISO_8859_1);
    for (String cut : List.of(chunk, chunk + "\r\n", chunk + "\r\n0\r\n")) {
      try (ScriptedServer scripted =
          new ScriptedServer(
              ScriptedServer.sendAndClose(HEAD + "Transfer-Encoding: chunked\r\n\r\n" + cut))) {
        assertThatThrownBy(() -> call(scripted.url(), "data", handler(bytes(1))))
            .isInstanceOf(WebServiceException.class)
            .hasCauseInstanceOf(SoapTransportException.class);
        assertThat(OpenFiles.in(called)).isZero();
      }
    }
  }

  @Test
  void aResponseThatTakesTooLongLeavesNothing() throws Throwable {
    byte[] content = packaged(END, bytes(3000));
    CountDownLatch over = new CountDownLatch(1);
    ScriptedServer.Step silent =
        out -> {
          answer(content, content.length, content.length - 1).answer(out);
          out.flush();
          await(over);
          return false;
        };
    try (ScriptedServer scripted = new ScriptedServer(silent, silent)) {
      HttpOptions impatient = HttpOptions.builder().readTimeout(Duration.ofMillis(300)).build();
      assertThatThrownBy(
              () -> call(scripted.url(), options(called), impatient, "data", handler(bytes(1))))
          .hasMessageContaining("nothing received for the read timeout of 300 ms");
      assertThat(OpenFiles.in(called)).isZero();
      over.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends what is given, and returns what comes back until the connection ends. */
  private String post(String fields, byte[] content, boolean isWhole) throws IOException {
    try (Socket socket = new Socket("localhost", server.port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          HEAD.replace("HTTP/1.1 200 OK", "POST /files HTTP/1.1\r\nHost: localhost")
              + "Connection: close\r\n"
              + fields
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(content);
      out.flush();
      if (!isWhole) {
        socket.shutdownOutput();
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] request() throws IOException {
    String text =
        new String(packaged(END, bytes(3000)), StandardCharsets.ISO_8859_1)
            .replace("dataResponse", "data")
            .replace("return>", "data>");
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aRequestThatIsWholeIsAnswered() throws Exception {
    start(new FileService(), options(served));

    assertThat(post("Content-Length: " + request().length, request(), true))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void aRequestThatIsCutOffLeavesNothing() throws Exception {
    start(new FileService(), options(served));
    byte[] content = request();
    for (int end = 1; end < content.length; end += 97) {
      String answer = post("Content-Length: " + content.length, Arrays.copyOf(content, end), false);
      assertThat(answer).doesNotContain("200 OK");
    }
    assertNothingServedIsLeft();
  }

  @Test
  void aRequestThatTakesTooLongLeavesNothing() throws Exception {
    requestTimeout = Duration.ofSeconds(2);
    start(new FileService(), options(served));
    byte[] content = request();
    try (Socket socket = new Socket("localhost", server.port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          HEAD.replace("HTTP/1.1 200 OK", "POST /files HTTP/1.1\r\nHost: localhost")
              + "Content-Length: "
              + (content.length + 100_000)
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(content);
      out.flush();
      Thread trickle = new Thread(() -> trickle(out));
      trickle.start();
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 408");
      socket.close();
      trickle.join();
    }
    assertNothingServedIsLeft();
  }

  /** One byte after the other, until the other side has had enough. */
  private static void trickle(OutputStream out) {
    try {
      for (int i = 0; i < 100_000; i++) {
        out.write(' ');
        out.flush();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    } catch (IOException e) {
      // As expected: the connection has been closed.
    }
  }

  @Test
  void aMalformedRequestLeavesNothing() throws Throwable {
    start(new FileService(), options(served));
    byte[] content =
        new String(request(), StandardCharsets.ISO_8859_1)
            .replace("</f:data>", "</f:wrong>")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThat(post("Content-Length: " + content.length, content, true))
        .startsWith("HTTP/1.1 500")
        .contains("Client</faultcode>");
    assertNothingServedIsLeft();
  }
}
