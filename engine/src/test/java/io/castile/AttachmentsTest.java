package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.RepresentationKind;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.logging.MessageLog;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.xml.XmlLimits;
import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages with attachments beside everything else that a client or server may have turned on. */
class AttachmentsTest {
  private final VaultService service = new VaultService();
  private final Templates templates = Templates.builder().always(true).build();
  private final Differential clientLink = Differential.of(DifferentialOptions.DEFAULT);
  private final Differential serverLink = Differential.of(DifferentialOptions.DEFAULT);
  private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
  private final Wire wire = new Wire();
  private SoapServer server;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /** Tells which responses came with parts. */
  private static final class Wire implements Interceptor {
    final List<Boolean> packages = new CopyOnWriteArrayList<>();

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapResponse response = chain.proceed(chain.request());
      packages.add(Messages.body(response) instanceof MessageBody.Multipart);
      return response;
    }
  }

  private Vault start(UnaryOperator<ServerBuilder> more, UnaryOperator<ClientBuilder<Vault>> with) {
    server =
        more.apply(
                Castile.server()
                    .host("localhost")
                    .templates(Templates.off())
                    .publish("/shop", service))
            .start();
    open.add(server);
    return client(with);
  }

  private Vault client(UnaryOperator<ClientBuilder<Vault>> with) {
    Vault vault =
        with.apply(
                Castile.client(Vault.class)
                    .endpoint(server.url("/shop"))
                    .templates(Templates.off())
                    .interceptor(wire))
            .build();
    open.add(0, (AutoCloseable) vault);
    return vault;
  }

  private void callAll(Vault vault) throws IOException {
    for (int i = 0; i < 4; i++) {
      byte[] bytes = VaultService.bytes(i / 2);
      assertThat(vault.get(i / 2)).isEqualTo(bytes);
      String sum = VaultService.summed(new ByteArrayInputStream(bytes));
      assertThat(vault.put(bytes)).isEqualTo(sum);
      assertThat(vault.text("t" + i)).isEqualTo("t" + i);
      assertThat(VaultService.summed(vault.make(1000 + i).getInputStream()))
          .isEqualTo(
              VaultService.summed(new VaultService.Made(1000 + i, () -> {}).getInputStream()));
    }
  }

  // ---- templates and the differential link ----

  @Test
  void templatesAreNotUsedForMessagesWithParts() throws Exception {
    Vault vault =
        start(
            more -> more.mtom(new MTOMFeature(100)).templates(templates),
            with -> with.mtom(100).templates(templates));

    callAll(vault);

    assertThat(templates.statistics().rows()).allMatch(row -> row.calls() == 0);
    assertThat(wire.packages).doesNotContain(false);
  }

  @Test
  void templatesAreUsedForMessagesWithoutThem() throws Exception {
    Vault vault =
        start(
            more -> more.mtom(100).templates(templates), // to who says that he takes it
            with -> with.templates(templates));

    callAll(vault);

    assertThat(wire.packages).containsSubsequence(true, false, false, true);
    assertThat(templates.statistics().rows())
        .filteredOn(row -> row.operation().equals("text") || row.operation().equals("put"))
        .hasSize(4)
        .allMatch(row -> row.calls() == 4);
    assertThat(templates.statistics().rows())
        .noneMatch(row -> row.direction() == Direction.RESPONSE && row.operation().equals("get"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messagesWithPartsPassTheDifferentialLinkWhole(boolean inHeader) throws Exception {
    DifferentialOptions options = DifferentialOptions.builder().soapHeader(inHeader).build();
    Differential client = Differential.of(options);
    Vault vault =
        start(
            more -> more.mtom(100).differential(serverLink),
            with -> with.mtom(100).differential(client));

    callAll(vault);

    assertThat(client.statistics().full() + client.statistics().deltas()).isZero();
    assertThat(serverLink.statistics().full() + serverLink.statistics().deltas()).isZero();
    assertThat(wire.packages).doesNotContain(false);
  }

  @Test
  void otherMessagesOfTheSameClientAreDifferencesAllTheSame() throws Exception {
    Vault vault =
        start(
            more -> more.mtom(100).differential(serverLink), with -> with.differential(clientLink));

    callAll(vault);

    assertThat(wire.packages).containsSubsequence(true, false, false, true);
    assertThat(clientLink.statistics().deltas()).isGreaterThan(4);
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  @Test
  void requestsAreNotKeptWithTheirParts() throws Exception {
    callAll(start(more -> more, with -> with.mtom(100).cacheRequests(1 << 20)));
  }

  // ---- the response cache ----

  @ParameterizedTest
  @EnumSource(RepresentationKind.class)
  void answersWithPartsAreKeptWithoutThem(RepresentationKind kind) throws Exception {
    ResponseCache cache =
        ResponseCache.of(
            CachedShop.minute(
                rule ->
                    kind == RepresentationKind.REFERENCE
                        ? rule.representation(kind).readOnly(true)
                        : rule.representation(kind)));
    open.add(cache);
    Vault vault = start(more -> more.mtom(0), with -> with.mtom(0).cache(cache));

    for (int i = 0; i < 3; i++) {
      byte[] found = vault.get(1);
      assertThat(found).isEqualTo(VaultService.bytes(1));
      if (kind != RepresentationKind.REFERENCE) {
        found[0]++; // which nobody else is to see
      }
    }

    assertThat(service.calls).hasValue(1);
    assertThat(cache.statistics().row("get").hits()).isEqualTo(2);
  }

  @Test
  void dataHandlersOfAnswersCanBeReadAgainAndAgain() throws Exception {
    ResponseCache cache = ResponseCache.of(CachedShop.minute());
    open.add(cache);
    Vault vault = start(more -> more.mtom(0), with -> with.cache(cache));

    for (int i = 0; i < 3; i++) {
      assertThat(vault.make(5000).getInputStream().readAllBytes()).hasSize(5000);
    }
    assertThat(service.calls).hasValue(1);
  }

  private static final String ROOT =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<v:put xmlns:v='urn:vault'><bytes>"
          + "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:1'/>"
          + "</bytes></v:put></e:Body></e:Envelope>";

  private String put(String bytes, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header(
                "Content-Type",
                "multipart/related; boundary=b; type=\"application/xop+xml\"; start-info=text/xml")
            .POST(
                BodyPublishers.ofString(
                    "--b\n\n" + ROOT + "\n--b\nContent-ID: <1>\n\n" + bytes + "\n--b--\n"));
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    return answer.body().replaceFirst("(?s).*<return>(.*)</return>.*", "$1");
  }

  private static String sum(String text) {
    return VaultService.summed(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void requestsThatDifferInTheirPartsOnlyAreDifferent() throws Exception {
    ResponseCache cache = ResponseCache.of(CachedShop.minute());
    open.add(cache);
    start(more -> more.cache(cache).templates(templates).differential(serverLink), with -> with);

    for (String bytes : new String[] {"ABC", "XYZ", "ABC", ""}) {
      assertThat(put(bytes)).isEqualTo(sum(bytes));
      assertThat(put(bytes, "Castile", "1", "Accept-Encoding", "gzip")).isEqualTo(sum(bytes));
    }
    assertThat(service.calls).hasValue(8);
    assertThat(cache.statistics().row("put").bypassed()).isEqualTo(Map.of(Bypass.HIDDEN_PARTS, 8L));
  }

  @Test
  void aServersCacheAnswersWithPartsAndWithout() throws Exception {
    ResponseCache cache =
        ResponseCache.of(
            CachePolicy.builder()
                .rule(CacheRule.forOperations("get").cache(true).ttl(Duration.ofHours(1)).build())
                .build());
    open.add(cache);
    Vault vault = start(more -> more.mtom(0).cache(cache), with -> with);

    for (int i = 0; i < 3; i++) {
      assertThat(vault.get(1)).isEqualTo(VaultService.bytes(1));
    }
    assertThat(service.calls).hasValue(1);

    Vault optimized = client(with -> with.mtom(0));
    assertThat(optimized.get(1)).isEqualTo(VaultService.bytes(1));
    assertThat(service.calls).hasValue(2); // a request with parts is past the cache
    assertThat(wire.packages.get(3)).isTrue();
  }

  // ---- on the wire ----

  @Test
  void compressedPackagesAreRead(@TempDir Path directory) throws Exception {
    byte[] root =
        ROOT.replace("v:put", "v:getResponse")
            .replace("bytes>", "return>")
            .getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(content)) {
      out.write("--b\n\n".getBytes(StandardCharsets.UTF_8));
      out.write(root);
      out.write("\n--b\nContent-ID: <1>\n\nABC\n--b--".getBytes(StandardCharsets.UTF_8));
    }
    String head =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: "
            + content.size()
            + "\r\nContent-Type: multipart/related; boundary=b; type=\"application/xop+xml\";"
            + " start-info=\"text/xml\"\r\n\r\n";
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> {
                try (Socket socket = listener.accept()) {
                  socket.getInputStream().read(new byte[1 << 16]);
                  socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
                  socket.getOutputStream().write(content.toByteArray());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Vault vault =
          Castile.client(Vault.class)
              .endpoint("http://localhost:" + listener.getLocalPort() + "/shop")
              .attachments(
                  AttachmentOptions.builder().maxMemoryBytes(0).directory(directory).build())
              .differential(true)
              .build();
      open.add((AutoCloseable) vault);

      assertThat(vault.get(1)).isEqualTo("ABC".getBytes(StandardCharsets.UTF_8));
      served.get(10, TimeUnit.SECONDS);
    }
  }

  // ---- parts in files ----

  @Test
  void partsInFilesGoThroughAllLinks(@TempDir Path directory) throws Exception {
    ResponseCache cache = ResponseCache.of(CachedShop.minute());
    open.add(cache);
    AttachmentOptions stored =
        AttachmentOptions.builder()
            .mtom(true)
            .thresholdBytes(0)
            .maxMemoryBytes(0)
            .directory(directory)
            .build();
    Vault vault =
        start(
            more ->
                more.attachments(stored)
                    .templates(templates)
                    .differential(serverLink)
                    .validate(true)
                    .log(MessageLog.info())
                    .jaxws(j -> j.handlers(new Looking())),
            with ->
                with.attachments(stored)
                    .templates(templates)
                    .differential(clientLink)
                    .validate(true)
                    .log(MessageLog.info())
                    .cache(cache)
                    .jaxws(j -> j.handlers(new Looking())));

    callAll(vault);

    assertThat(service.calls.get()).isGreaterThan(8);
    assertThat(wire.packages).contains(true);
    assertThat(cache.statistics().row("get").hits()).isPositive(); // arrays are kept
    assertThat(cache.statistics().row("make").hits()).isZero(); // data in files is not
  }

  /** Has messages that come made for it, and reads their parts. */
  private static final class Looking implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      if ((Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
        return true; // else its data would stand in the text
      }
      Iterator<AttachmentPart> parts = context.getMessage().getAttachments();
      while (parts.hasNext()) {
        try {
          VaultService.summed(parts.next().getDataHandler().getInputStream());
        } catch (IOException | SOAPException e) {
          throw new IllegalStateException(e);
        }
      }
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }
  }

  /** The source does not give its second half before the server has some of the first. */
  @Test
  void dataIsSentWhileItIsRead() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    int length = 4 << 20;
    VaultService.Made source =
        new VaultService.Made(
            length,
            () -> {
              try {
                assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      CompletableFuture<String> head =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket socket = listener.accept()) {
                  InputStream in = socket.getInputStream();
                  byte[] first = in.readNBytes(1 << 20);
                  arrived.countDown();
                  socket.getOutputStream().write("HTTP/1.1 202 Accepted\r\n".getBytes("US-ASCII"));
                  return new String(first, StandardCharsets.ISO_8859_1);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Vault vault =
          Castile.client(Vault.class)
              .endpoint("http://localhost:" + listener.getLocalPort() + "/shop")
              .mtom(0)
              .build();
      open.add((AutoCloseable) vault);

      assertThatThrownBy(() -> vault.fill(new DataHandler(source)))
          .isInstanceOf(WebServiceException.class); // this server has no answer
      assertThat(head.get(20, TimeUnit.SECONDS)).contains("Transfer-Encoding: chunked");
    }
  }

  @Test
  void dataOfAnyLengthComesThroughBothWays(@TempDir Path temp) throws Exception {
    Vault vault = start(more -> more.mtom(0), with -> with.mtom(0));
    int length = 3_000_000;
    VaultService.Made made = new VaultService.Made(length, () -> {});
    String sum = VaultService.summed(made.getInputStream());
    Path file = temp.resolve("f");
    Files.copy(made.getInputStream(), file);

    assertThat(vault.fill(new DataHandler(made))).isEqualTo(sum);
    assertThat(vault.fill(new DataHandler(new FileDataSource(file.toFile())))).isEqualTo(sum);
    assertThat(VaultService.summed(vault.make(length).getInputStream())).isEqualTo(sum);
  }

  @Test
  void aSourceThatFailsFailsTheCall() throws Exception {
    Vault vault = start(more -> more, with -> with.mtom(0));
    VaultService.Made failing =
        new VaultService.Made(
            200_000,
            () -> {
              throw new IllegalStateException("the disk is gone");
            });

    assertThatThrownBy(() -> vault.fill(new DataHandler(failing)))
        .hasStackTraceContaining("the disk is gone");
    assertThat(service.calls).hasValue(0);
    assertThat(vault.text("t")).isEqualTo("t");
  }

  @Test
  void messagesOfMoreThanTheLimitAreRefused() throws Exception {
    Vault vault =
        start(
            more ->
                more.limits(
                    XmlLimits.builder()
                        .maxBytes(1 << 20)
                        .maxDepth(512)
                        .maxAttributes(512)
                        .maxNameBytes(1024)
                        .maxTextBytes(1 << 20)
                        .maxNamespaces(256)
                        .build()),
            with -> with.mtom(0));

    assertThatThrownBy(() -> vault.fill(new DataHandler(new VaultService.Made(2 << 20, () -> {}))))
        .isInstanceOf(WebServiceException.class);
    assertThat(service.calls).hasValue(0);
  }

  @Test
  void aBindingTellsWhetherMtomIsSentAndChangesIt() {
    Vault plain = start(more -> more, with -> with);
    Vault optimized = client(with -> with.mtom(0));
    SOAPBinding off = (SOAPBinding) ((BindingProvider) plain).getBinding();
    SOAPBinding on = (SOAPBinding) ((BindingProvider) optimized).getBinding();

    assertThat(off.isMTOMEnabled()).isFalse();
    assertThat(on.isMTOMEnabled()).isTrue();
    off.setMTOMEnabled(false);
    on.setMTOMEnabled(true);
    assertThat(off.isMTOMEnabled()).isFalse();
    assertThat(on.isMTOMEnabled()).isTrue();
    off.setMTOMEnabled(true);
    on.setMTOMEnabled(false);
    assertThat(off.isMTOMEnabled()).isTrue();
    assertThat(on.isMTOMEnabled()).isFalse();
  }
}
