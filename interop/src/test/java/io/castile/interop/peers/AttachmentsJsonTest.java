package io.castile.interop.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.castile.cache.policy.CachePolicy;
import io.castile.dynamic.DynamicClient;
import io.castile.gateway.Gateway;
import io.castile.gateway.GatewayConfig;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.Holder;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.apache.cxf.swa.SwAServiceInterface;
import org.apache.cxf.swa.types.DataStruct;
import org.apache.cxf.swa.types.OutputResponseAll;
import org.apache.cxf.swa.types.VoidRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attachments that a description binds, as members of JSON: a service of CXF reads those of
 * requests and writes those of responses.
 */
final class AttachmentsJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HEADER = "{http://cxf.apache.org/swa/types}headerText";
  private static final String TYPE = "application/octet-stream";

  @TempDir private Path folder;

  private final Echo service = new Echo();
  private LabServer.Running server;

  /** Answers with what it is given; for the text {@code none}, without the data. */
  private static final class Echo implements SwAServiceInterface {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public void echoData(Holder<String> text, Holder<DataHandler> data) {
      calls.incrementAndGet();
      if (text.value.equals("none")) {
        data.value = null;
      }
    }

    @Override
    public void echoDataRef(Holder<DataStruct> data) {
      throw new AssertionError("is not called");
    }

    @Override
    public void echoDataWithHeader(
        Holder<String> text, Holder<DataHandler> data, Holder<String> headerText) {
      headerText.value = headerText.value + "!";
    }

    @Override
    public OutputResponseAll echoAllAttachmentTypes(
        VoidRequest request,
        Holder<DataHandler> attach1,
        Holder<DataHandler> attach2,
        Holder<Source> attach3,
        Holder<Image> attach4,
        Holder<Image> attach5) {
      OutputResponseAll all = new OutputResponseAll();
      all.setResult(
          attach4.value.getWidth(null) + " and " + attach5.value.getWidth(null) + " wide");
      all.setReason(attach1.value.getContentType() + " and " + attach2.value.getContentType());
      return all;
    }
  }

  @BeforeEach
  void serve() {
    String namespace = "http://cxf.apache.org/swa";
    server =
        PeerServers.cxf(
            service,
            "/swa",
            factory -> {
              factory.setServiceClass(SwAServiceInterface.class);
              factory.setWsdlLocation("classpath:/wsdl/swa-mime.wsdl");
              factory.setServiceName(new QName(namespace, "SwAService"));
              factory.setEndpointName(new QName(namespace, "SwAServiceHttpPort"));
            });
  }

  @AfterEach
  void end() throws Exception {
    server.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static ObjectNode part(String type, byte[] content) {
    return MAPPER.createObjectNode().put("@contentType", type).put("$", base64(content));
  }

  private static ObjectNode message(String text, byte[] content) {
    ObjectNode message = MAPPER.createObjectNode().put("text", text);
    message.set("data", part(TYPE, content));
    return message;
  }

  private Gateway gateway() throws Exception {
    return gateway("");
  }

  private Gateway gateway(String more) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            "listen: 127.0.0.1:0\nroutes: [{path: /swa, origin: '"
                + server.url()
                + "', json: /api"
                + more
                + "}]\n");
    return Gateway.start(GatewayConfig.load(file));
  }

  private static HttpResponse<String> post(Gateway gateway, String operation, JsonNode content)
      throws Exception {
    String base = "http://127.0.0.1:" + gateway.port() + "/api/SwAService/";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + operation))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(content.toString()))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private static JsonNode called(Gateway gateway, String operation, JsonNode content)
      throws Exception {
    HttpResponse<String> response = post(gateway, operation, content);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return MAPPER.readTree(response.body());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 5_000, 400_000})
  void dataComeAndGoAsTheyAre(int size) throws Exception {
    try (Gateway gateway = gateway()) {
      ObjectNode sent = message("grüße", bytes(size));

      assertThat(called(gateway, "echoData", sent)).isEqualTo(sent);
      assertThat(called(gateway, "echoData", sent)).isEqualTo(sent); // perhaps on an event loop
    }
  }

  /**
   * By a description that binds any type, as Axis' interop tests have {@code multipart/related}.
   */
  @Test
  void aPackageIsDataThatComesAndGoesAndIsRecorded() throws Exception {
    String wsdl =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(server.url() + "?wsdl")).build(),
                BodyHandlers.ofString())
            .body();
    assertThat(wsdl).contains("type=\"" + TYPE + "\"");
    Files.writeString(folder.resolve("any.wsdl"), wsdl.replace(TYPE, "*/*"));
    byte[] inner = "--c\r\nContent-Type: text/plain\r\n\r\nin\r\n--c--\r\n".getBytes(UTF_8);
    ObjectNode sent = MAPPER.createObjectNode().put("text", "a package");
    sent.set("data", part("multipart/mixed; boundary=c", inner));
    try (Gateway gateway = gateway(", wsdl: any.wsdl, record: pairs")) {
      JsonNode answer = called(gateway, "echoData", sent);

      assertThat(content(answer, "data")).isEqualTo(inner);
      assertThat(answer.at("/data/@contentType").asText())
          .startsWith("multipart/mixed")
          .contains("boundary=");
    }
    try (Stream<Path> files = Files.walk(folder.resolve("pairs"))) {
      List<Path> parts = files.filter(each -> each.endsWith("part-data.bin")).toList();
      assertThat(parts).hasSize(2);
      for (Path each : parts) {
        assertThat(Files.readAllBytes(each)).isEqualTo(inner);
      }
    }
  }

  @Test
  void aHeaderBlockMayStandBesideThem() throws Exception {
    ObjectNode sent = MAPPER.createObjectNode().put("headerText", "body").put(HEADER, "block");
    sent.set("data", part(TYPE, bytes(10)));
    try (Gateway gateway = gateway()) {
      JsonNode answer = called(gateway, "echoDataWithHeader", sent);

      assertThat(answer).isEqualTo(sent.deepCopy().put(HEADER, "block!"));
    }
  }

  @Test
  void partsOfFiveMediaTypesComeAndGo() throws Exception {
    byte[] text = "grüße\r\n--b\r\n".getBytes(UTF_8);
    byte[] html = "<p>ä".getBytes(UTF_8);
    ObjectNode sent = MAPPER.createObjectNode();
    sent.set("attach1", part("text/plain; charset=utf-8", text));
    sent.set("attach2", part("text/html", html));
    sent.put("attach3", base64("<a>é</a>".getBytes(UTF_8)));
    sent.put("attach4", base64(image("jpeg", 3)));
    sent.put("attach5", base64(image("gif", 5)));
    try (Gateway gateway = gateway()) {
      JsonNode answer = called(gateway, "echoAllAttachmentTypes", sent);

      assertThat(answer.at("/OutputResponseAll/result").asText()).isEqualTo("3 and 5 wide");
      assertThat(answer.at("/OutputResponseAll/reason").asText())
          .isEqualTo("text/plain; charset=utf-8 and text/html");
      assertThat(content(answer, "attach1")).isEqualTo(text);
      assertThat(content(answer, "attach2")).isEqualTo(html);
      assertThat(new String(content(answer, "attach3"), UTF_8)).contains("<a>é</a>");
      assertThat(ImageIO.read(new ByteArrayInputStream(content(answer, "attach5"))).getWidth())
          .isEqualTo(5);
    }
  }

  private static byte[] content(JsonNode answer, String part) {
    return Base64.getDecoder().decode(answer.path(part).path("$").asText());
  }

  private static byte[] image(String format, int width) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(width, 2, BufferedImage.TYPE_INT_RGB), format, bytes);
    return bytes.toByteArray();
  }

  // ---- caches ----

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aResponseIsKeptForTheSamePartsAlone(boolean attachments) throws Exception {
    try (Gateway gateway = gateway()) {
      gateway.policy(
          CachePolicy.parse(
              "test",
              "rules: [{operation: '*', cache: true, ttl: 1h, attachments: %s}]"
                  .formatted(attachments)));
      for (int size : new int[] {100, 101, 100, 101, 30_000, 30_000}) {
        ObjectNode sent = message("same", bytes(size));
        assertThat(called(gateway, "echoData", sent)).isEqualTo(sent);
      }

      assertThat(service.calls).hasValue(attachments ? 3 : 6);
    }
  }

  @Test
  void theCacheOfAClientIsPassed() throws Exception {
    CachePolicy policy =
        CachePolicy.parse("test", "rules: [{operation: '*', cache: true, ttl: 1h, shared: true}]");
    try (DynamicClient client =
        DynamicClient.of(server.url() + "?wsdl").cache(policy).json().build()) {
      for (int size : new int[] {100, 101, 100}) {
        ObjectNode sent = message("same", bytes(size));
        Map<String, Object> answer = client.call("echoData", MAPPER.convertValue(sent, Map.class));

        assertThat(MAPPER.<JsonNode>valueToTree(answer)).isEqualTo(sent);
      }
      assertThat(service.calls).hasValue(3);
    }
  }

  // ---- clients without classes ----

  @Test
  @SuppressWarnings("unchecked") // a part is a map
  void aClientWithoutClassesHasTheirBytes() throws Exception {
    try (DynamicClient client = DynamicClient.of(server.url() + "?wsdl").build()) {
      byte[] large = bytes(3_000_000); // some of which stands in a file
      Map<String, Object> answer = client.call("echoData", Map.of("text", "t", "data", large));

      Map<String, Object> part = (Map<String, Object>) answer.get("data");
      assertThat(answer).containsEntry("text", "t");
      assertThat(part).containsEntry("@contentType", TYPE).containsEntry("$", large);
      assertThatThrownBy(() -> client.call("echoData", Map.of("text", "t")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("data: expected an attachment, found none");
      assertThatThrownBy(() -> client.call("echoData", Map.of("text", "none", "data", new byte[3])))
          .hasMessageContaining("expected attachments data beside the envelope, found no data");
    }
  }

  @Test
  void aValidatedRequestHasThem() throws Exception {
    try (Gateway gateway = gateway(", validate: both")) {
      ObjectNode sent = message("t", bytes(500));

      assertThat(called(gateway, "echoData", sent)).isEqualTo(sent);
    }
  }

  // ---- problems ----

  @Test
  void aRequestWithoutThePartDoesNotReachTheService() throws Exception {
    try (Gateway gateway = gateway()) {
      HttpResponse<String> response =
          post(gateway, "echoData", MAPPER.createObjectNode().put("text", "t"));

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(MAPPER.readTree(response.body()).path("pointer").asText()).isEqualTo("/data");
      assertThat(service.calls).hasValue(0);
    }
  }

  @Test
  void aResponseWithoutThePartSaysWhichIsMissing() throws Exception {
    try (Gateway gateway = gateway()) {
      HttpResponse<String> response = post(gateway, "echoData", message("none", bytes(3)));

      assertThat(response.statusCode()).as(response.body()).isEqualTo(502);
      assertThat(MAPPER.readTree(response.body()).path("detail").asText())
          .isEqualTo("expected attachments data beside the envelope, found no data");
    }
  }
}
