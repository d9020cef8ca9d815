package io.castile.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.castile.SoapServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.dynamic.DynamicClient;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools of a service that is really there; messages are written and read by Jackson. */
final class ToolServerTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MAX_ANSWER = 400;
  private static final String CACHED = "rules:\n- operation: findBooks\n  cache: true\n  ttl: 1h\n";

  private static final Library LIBRARY = new Library();
  private static SoapServer service;
  private static Description description;
  private static ResponseCache cache;
  private static ToolServer server;

  @BeforeAll
  static void start() throws Exception {
    service = Library.serve(LIBRARY);
    description = WsdlReader.create().read(URI.create(service.url("/library") + "?wsdl"));
    cache = ResponseCache.of(CachePolicy.parse("policy", CACHED));
    server =
        ToolServer.of(description)
            .reads(name -> name.startsWith("get") || name.startsWith("find"))
            .allow(List.of(new NamePattern("count*")))
            .maxAnswer(MAX_ANSWER)
            .build(ToolServerTest::client);
  }

  @AfterAll
  static void stop() {
    server.close();
    cache.close();
    service.close();
  }

  private static DynamicClient client(ToolServer.Port called) {
    return DynamicClient.of(description)
        .port(called.service(), called.name())
        .json()
        .cache(cache)
        .endpoint(called.address())
        .build();
  }

  /** Returns the answers to messages, by their ids. */
  private static Map<String, JsonNode> answers(String... messages) throws Exception {
    return answers(server, messages);
  }

  private static Map<String, JsonNode> answers(ToolServer server, String... messages)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    server.serve(new ByteArrayInputStream(String.join("\n", messages).getBytes(UTF_8)), out);
    Map<String, JsonNode> answers = new HashMap<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      JsonNode answer = MAPPER.readTree(line);
      assertThat(answer.path("jsonrpc").asText()).isEqualTo("2.0");
      answers.put(answer.path("id").asText(), answer);
    }
    return answers;
  }

  private static String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":"
        + arguments
        + "}}";
  }

  private static JsonNode result(String tool, String arguments) throws Exception {
    JsonNode answer = answers(call(tool, arguments)).get("1");
    assertThat(answer.has("error")).as("%s", answer).isFalse();
    return answer.get("result");
  }

  private static JsonNode tool(String name) throws Exception {
    JsonNode tools =
        answers("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
            .get("1")
            .at("/result/tools");
    for (JsonNode each : tools) {
      if (each.path("name").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no tool " + name + " in " + tools);
  }

  private static String text(JsonNode result) {
    return result.at("/content/0/text").asText();
  }

  /** What an error says, which is a JSON object. */
  private static JsonNode error(JsonNode result) throws Exception {
    assertThat(result.path("isError").asBoolean()).as("%s", result).isTrue();
    return MAPPER.readTree(text(result));
  }

  @Test
  void operationsThatReadAndThoseThatAreAllowedAreTools() {
    assertThat(server.tools())
        .containsExactlyInAnyOrder("getBook", "findBooks", "countLike", "continue");
    assertThat(server.withheld()).containsExactly("addBook");
  }

  @Test
  void onlyWhatReadsSaysSo() throws Exception {
    assertThat(tool("getBook").at("/annotations/readOnlyHint").asBoolean()).isTrue();
    assertThat(tool("countLike").at("/annotations/readOnlyHint").asBoolean(true)).isFalse();
    assertThat(tool("getBook").at("/annotations/title").asText()).isEqualTo("Library/getBook");
  }

  @Test
  void anOperationThatIsNotOfferedCannotBeCalled() throws Exception {
    int before = LIBRARY.calls.get();

    JsonNode answer =
        answers(call("addBook", "{\"book\":{\"@isbn\":\"1\",\"title\":\"t\"}}")).get("1");

    assertThat(answer.has("error")).isTrue();
    assertThat(LIBRARY.calls).hasValue(before);
  }

  @Test
  void aPatternOfNoOperationIsAnError() {
    assertThatThrownBy(
            () ->
                ToolServer.of(description)
                    .allow(List.of(new NamePattern("delete*")))
                    .build(ToolServerTest::client))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("addBook")
        .hasMessageEndingWith("found delete*");
  }

  @Test
  void nothingToOfferIsAnErrorThatNamesWhatCouldBeAllowed() {
    assertThatThrownBy(() -> ToolServer.of(description).build(ToolServerTest::client))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("addBook");
  }

  @Test
  void anAnswerIsStructuredAndText() throws Exception {
    JsonNode result = result("getBook", "{\"isbn\":\"12\",\"copies\":3}");

    JsonNode expected =
        MAPPER.readTree("{\"book\":{\"@isbn\":\"12\",\"title\":\"Zählen bis 3\",\"price\":9.90}}");
    assertThat(result.get("structuredContent")).isEqualTo(expected);
    assertThat(MAPPER.readTree(text(result))).isEqualTo(expected);
    assertThat(result.path("isError").asBoolean()).isFalse();
    assertThat(
            JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(tool("getBook").get("outputSchema"))
                .validate(expected))
        .isEmpty();
  }

  @Test
  void aSecondAnswerComesFromTheCache() throws Exception {
    JsonNode first = result("findBooks", "{\"count\":1}");
    int before = LIBRARY.calls.get();

    JsonNode second = result("findBooks", "{\"count\":\"1\"}");

    assertThat(second).isEqualTo(first);
    assertThat(LIBRARY.calls).hasValue(before);
    assertThat(result("getBook", "{\"isbn\":\"1\",\"copies\":1}")).isNotNull();
    assertThat(LIBRARY.calls).hasValue(before + 1);
  }

  @Test
  void aFaultIsAnErrorOfTheTool() throws Exception {
    JsonNode fault = error(result("getBook", "{\"isbn\":\"0\",\"copies\":1}")).get("fault");

    assertThat(fault.path("reason").asText()).isEqualTo("no book 0");
    assertThat(fault.at("/details/NoSuchBook/isbn").asText()).isEqualTo("0");
  }

  @Test
  void aLargeAnswerComesInPartsThatAreTheWhole() throws Exception {
    JsonNode result = result("findBooks", "{\"count\":200}");
    StringBuilder whole = new StringBuilder(text(result));
    JsonNode part = result.get("structuredContent");
    assertThat(part.path("$part").asText()).isEqualTo(text(result));
    assertThat(
            JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(tool("findBooks").get("outputSchema"))
                .validate(part))
        .isEmpty();
    String next = part.path("$next").asText();
    int parts = 1;
    while (next != null) {
      JsonNode more = result("continue", "{\"cursor\":\"" + next + "\"}");
      assertThat(text(more).getBytes(UTF_8).length).isBetween(1, MAX_ANSWER);
      whole.append(text(more));
      String said = more.at("/content/1/text").asText();
      next = said.isEmpty() ? null : said.substring(said.lastIndexOf(' ') + 1);
      parts++;
    }

    assertThat(parts).isGreaterThan(10);
    assertThat(whole.toString().getBytes(UTF_8)).hasSize(part.path("$bytes").asInt());
    JsonNode books = MAPPER.readTree(whole.toString()).get("book");
    assertThat(books).hasSize(200);
    assertThat(books.get(199).path("title").asText()).isEqualTo("ein Büchlein, № 199");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"cursor\":7}",
        "{\"cursor\":\"\"}",
        "{\"cursor\":\"0123456789abcdef01234567-0\"}",
        "{\"cursor\":\"0123456789abcdef01234567-999999999999\"}"
      })
  void aCursorOfNoAnswerIsAnError(String arguments) throws Exception {
    assertThat(error(result("continue", arguments)).path("path").asText()).isEqualTo("$.cursor");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$.copies|{\"isbn\":\"1\",\"copies\":\"x\"}",
        "$.copies|{\"isbn\":\"1\",\"copies\":{}}",
        "$|{\"isbn\":\"1\",\"copies\":[1,2]}",
        "$.copies|{\"isbn\":\"1\",\"copies\":1e999}",
        "$.copies|{\"isbn\":\"1\",\"copies\":1e99999999999999}",
        "$.copies|{\"isbn\":\"1\",\"copies\":99999999999999999999}",
        "$.copies|{\"isbn\":\"1\",\"copies\":NaN-text}",
        "$.isbn|{\"isbn\":{\"a\":1},\"copies\":1}",
        "$.isbn|{\"isbn\":\"\\ud800\",\"copies\":1}",
        "$.isbn|{\"isbn\":\"a\\udc00b\",\"copies\":1}",
        "$.isbn|{\"isbn\":\"1\",\"isbn\":\"2\",\"copies\":1}",
        "$.isbn|{\"isbn\":\"\\u0000\",\"copies\":1}",
        "$|{\"isbn\":\"1\",\"copies\":1,\"other\":1}",
        "$|{\"isbn\":\"1\",\"copies\":1,\"<x>&\":1}",
        "$|[]",
        "$|\"text\"",
        "$|7"
      })
  void aWrongArgumentIsAnErrorThatNamesItAndReachesNoService(String given) throws Exception {
    String path = given.substring(0, given.indexOf('|'));
    String arguments = given.substring(given.indexOf('|') + 1).replace("NaN-text", "\"NaN\"");
    int before = LIBRARY.calls.get();

    JsonNode error = error(result("getBook", arguments));

    assertThat(error.path("path").asText()).as("%s", error).isEqualTo(path);
    assertThat(error.path("error").asText()).contains("expected");
    assertThat(LIBRARY.calls).hasValue(before);
  }

  @Test
  void anArgumentWithinAnArgumentIsNamedByItsPath() throws Exception {
    int before = LIBRARY.calls.get();

    JsonNode error =
        error(
            result(
                "countLike",
                "{\"book\":{\"@isbn\":\"1\",\"title\":\"t\",\"seeAlso\":[{\"@isbn\":\"2\",\"title\":\"u\",\"price\":\"dear\"}]}}"));

    assertThat(error.path("path").asText()).isEqualTo("$.book.seeAlso[0].price");
    assertThat(LIBRARY.calls).hasValue(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 900, 5_000, 1_000_000})
  void deepArgumentsAreErrors(int depth) throws Exception {
    int before = LIBRARY.calls.get();
    String deep = "{\"book\":" + "[".repeat(depth) + "]".repeat(depth) + "}";

    assertThat(error(result("countLike", deep)).path("error").asText()).isNotEmpty();
    assertThat(LIBRARY.calls).hasValue(before);
  }

  @Test
  void hugeArgumentsAreErrors() throws Exception {
    int before = LIBRARY.calls.get();
    String huge = "{\"isbn\":\"" + "x".repeat(StdioLoop.MAX_MESSAGE) + "\",\"copies\":1}";

    assertThat(error(result("getBook", huge)).path("error").asText()).contains("bytes");
    assertThat(LIBRARY.calls).hasValue(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "{}", "[]", "\"x\""})
  void tooManyArgumentsAreErrorsWhateverTheyAre(String value) throws Exception {
    int before = LIBRARY.calls.get();
    String many = (value + ",").repeat(ClientMessage.MAX_VALUES) + value;

    JsonNode error = error(result("getBook", "{\"isbn\":[" + many + "],\"copies\":1}"));

    assertThat(error.path("error").asText()).contains("100000 values");
    assertThat(LIBRARY.calls).hasValue(before);
  }

  @Test
  void tooManyValuesElsewhereAreAnErrorOfTheRequest() throws Exception {
    String many = "0,".repeat(ClientMessage.MAX_VALUES) + "0";

    JsonNode answer =
        answers(
                "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":{\"x\":["
                    + many
                    + "]},\"id\":1}")
            .get("1");

    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(answer.at("/error/message").asText()).contains("100000 values");
  }

  @Test
  void aWrongValueIsNamedAmongManyThatAreRead() throws Exception {
    String name = "n".repeat(20);
    String deep = ("{\"" + name + "\":").repeat(3) + "[0,[1,{}],{\"a\":\"\\ud800\"}]" + "}}}";

    assertThat(error(result("getBook", "{\"isbn\":" + deep + "}")).path("path").asText())
        .isEqualTo("$.isbn" + ("." + name).repeat(3) + "[2].a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "method"})
  void aLongIdOrMethodIsRefusedAndNotRepeated(String member) throws Exception {
    String text = "\"" + "x".repeat(100_000) + "\"";
    String message =
        member.equals("id")
            ? "{\"jsonrpc\":\"2.0\",\"id\":" + text + ",\"method\":\"ping\"}"
            : "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":" + text + "}";

    JsonNode answer = answers(message).get(member.equals("id") ? "null" : "7");

    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(answer.toString()).hasSizeLessThan(300);
  }

  @Test
  void aLongNameOfAToolIsNotRepeatedWhole() throws Exception {
    JsonNode answer = answers(call("x".repeat(1_000_000), "{}")).get("1");

    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(answer.toString()).hasSizeLessThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools/call",
        "tools/call|{}",
        "tools/call|[]",
        "tools/call|{\"name\":7}",
        "tools/call|{\"name\":\"getBook\",\"_meta\":7}",
        "initialize",
        "initialize|{}",
        "initialize|7",
        "initialize|{\"protocolVersion\":\"2025-11-25\",\"capabilities\":7,\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}"
      })
  void missingParamsAreNamedAsSuch(String given) throws Exception {
    String[] parts = given.split("\\|", 2);
    String params = parts.length == 1 ? "" : ",\"params\":" + parts[1];

    JsonNode answer =
        answers("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + parts[0] + "\"" + params + "}")
            .get("1");

    assertThat(answer.at("/error/code").asInt()).as("%s", answer).isEqualTo(-32602);
    assertThat(answer.at("/error/message").asText()).startsWith("expected ");
  }

  @Test
  void aModelSeesNoAddressWhichMayHaveASecret() throws Exception {
    try (ToolServer other =
        ToolServer.of(description)
            .reads(name -> name.startsWith("get"))
            .build(
                called ->
                    DynamicClient.of(description)
                        .port(called.service(), called.name())
                        .json()
                        .endpoint("http://127.0.0.1:1/library?tok=TTT")
                        .build())) {
      Map<String, JsonNode> answers =
          answers(
              other,
              "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                  + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}}",
              call("getBook", "{\"isbn\":\"1\",\"copies\":1}"));

      assertThat(answers.get("i").at("/result/instructions").asText()).contains("Library");
      assertThat(error(answers.get("1").get("result")).path("error").asText())
          .startsWith("no response");
      assertThat(answers.toString()).doesNotContain("TTT", "?wsdl");
    }
  }

  @Test
  void markupInATextIsAText() throws Exception {
    JsonNode result = result("getBook", "{\"isbn\":\"</isbn><copies>9\",\"copies\":1}");

    assertThat(result.at("/structuredContent/book/@isbn").asText()).isEqualTo("</isbn><copies>9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "{",
        "[]",
        "{} {}",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":5}"
      })
  void whatIsNoMessageIsAnErrorAndTheNextOneIsAnswered(String line) throws Exception {
    Map<String, JsonNode> answers =
        answers(line, "", "{\"jsonrpc\":\"2.0\",\"id\":\"next\",\"method\":\"ping\"}");

    assertThat(answers).hasSize(2);
    assertThat(answers.remove("next").has("result")).isTrue();
    assertThat(answers.values().iterator().next().at("/error/code").asInt()).isIn(-32700, -32600);
  }

  @Test
  void halvesOfSurrogatePairsInNamesAndIdsAreAnswered() throws Exception {
    Map<String, JsonNode> answers =
        answers(
            "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"\\udc00\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"\\ud800\"}}",
            call("getBook", "{\"\\ud800\":1}"));

    assertThat(answers).hasSize(4);
    assertThat(answers.get("\uFFFD").has("result")).isTrue();
    assertThat(answers.get("2").has("error")).isTrue();
    assertThat(answers.get("3").has("error")).isTrue();
    assertThat(error(answers.get("1").get("result")).path("path").asText()).isEqualTo("$");
  }

  @Test
  void aMethodThatIsUnknownIsAnError() throws Exception {
    assertThat(
            answers("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/guess\"}")
                .get("1")
                .at("/error/code")
                .asInt())
        .isEqualTo(-32601);
  }

  @Test
  void aNotificationIsNotAnswered() throws Exception {
    assertThat(answers("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")).isEmpty();
  }
}
