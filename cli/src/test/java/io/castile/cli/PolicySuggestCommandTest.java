package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.policy.CachePolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicySuggestCommandTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
        <w:message name="in"><w:part name="NAME" type="x:string"/></w:message>
        <w:message name="out"><w:part name="result" type="x:string"/></w:message>
        <w:portType name="P">OPERATIONS</w:portType>
        <w:binding name="B" type="t:P">
          <s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>BOUND
        </w:binding>
      </w:definitions>
      """;

  @TempDir private Path folder;

  private final Cli cli = new Cli();

  private Path wsdl(String parameter, String documentation, String... names) throws Exception {
    StringBuilder operations = new StringBuilder();
    StringBuilder bound = new StringBuilder();
    for (String name : names) {
      operations.append("<w:operation name='" + name + "'>");
      operations.append("<w:documentation>" + documentation + "</w:documentation>");
      operations.append("<w:input message='t:in'/><w:output message='t:out'/></w:operation>");
      bound.append("<w:operation name='" + name + "'><s:operation soapAction=''/>");
      bound.append("<w:input><s:body use='literal'/></w:input>");
      bound.append("<w:output><s:body use='literal'/></w:output></w:operation>");
    }
    return Files.writeString(
        folder.resolve("a.wsdl"),
        WSDL.replace("NAME", parameter).replace("OPERATIONS", operations).replace("BOUND", bound));
  }

  private CachePolicy suggested(String wsdl) {
    assertThat(cli.run("policy", "suggest", wsdl)).isZero();
    return CachePolicy.parse("suggested", cli.out());
  }

  private static boolean isCached(CachePolicy policy, String operation) {
    return policy.forTarget(new CachePolicy.Target("", "", operation)).cached();
  }

  @ParameterizedTest
  @CsvSource({
    "getPrice, id, '', true",
    "doSpellingSuggestion, text, '', true",
    "KeywordSearch, word, '', true",
    "price, id, Returns the price., true",
    "price, id, '', false",
    "price, id, Updates the price., false",
    "price, id, Charges the card and returns the receipt., false",
    "price, id, 'Returns the receipt, and charges the card.', false",
    "charge, id, Returns the receipt., false",
    "checkIn, id, Returns the seat., false",
    "getAndIncrement, id, Returns the number before., false",
    "markRead, id, '', false",
    "kaufen, id, '', false",
    "holeKunde, id, '', true",
    "preis, id, Liefert den Preis., true",
    "setPrice, id, '', false",
    "getNextNumber, id, '', false",
    "getPrice, sessionId, '', false"
  })
  void whatReadsIsCached(String operation, String parameter, String documentation, boolean cached)
      throws Exception {
    String wsdl = wsdl(parameter, documentation, operation).toString();

    assertThat(isCached(suggested(wsdl), operation)).isEqualTo(cached);
  }

  @Test
  void whatOthersChangeIsLeftToWhoKnowsBetter() throws Exception {
    CachePolicy policy = suggested(wsdl("id", "", "getCart", "addCartItem", "getStore").toString());

    assertThat(isCached(policy, "getCart")).isFalse();
    assertThat(isCached(policy, "addCartItem")).isFalse();
    assertThat(isCached(policy, "getStore")).isTrue();
    assertThat(cli.out())
        .contains("#   addCartItem changes what it reads", "  # - operation: getCart");
  }

  @Test
  void machinesGetTheReasons() throws Exception {
    Path wsdl = wsdl("id", "", "getPrice");

    assertThat(cli.run("policy", "suggest", "--json", wsdl.toString())).isZero();

    JsonNode guess = cli.json().get("operations").get(0);
    assertThat(guess.get("operation").asText()).isEqualTo("getPrice");
    assertThat(guess.get("guess").asText()).isEqualTo("reads");
    assertThat(guess.get("reasons").get(0).asText()).contains("'get'");
  }

  @Test
  void theTypesAndTheFirstSentenceOfTheDocumentationAreSaid() throws Exception {
    Path wsdl = wsdl("id", "Returns a price,\n e.g. of books. Twice a day.", "getPrice");

    suggested(wsdl.toString());
    assertThat(cli.out())
        .contains(
            "  # getPrice(id: string): string\n"
                + "  # \"Returns a price, e.g. of books.\"\n"
                + "  #   its name says that it reads");
    Cli machines = new Cli();
    assertThat(machines.run("policy", "suggest", "--json", wsdl.toString())).isZero();
    JsonNode guess = machines.json().get("operations").get(0);
    assertThat(guess.get("signature").asText()).isEqualTo("getPrice(id: string): string");
    assertThat(guess.get("documentation").asText()).isEqualTo("Returns a price, e.g. of books.");
  }

  /** Table 1 of the paper is what Castile's own policies for the two services say. */
  @ParameterizedTest
  @CsvSource({"google-search, google", "amazon-web-services-2004, amazon"})
  void theServicesOfThePaperAreAsInItsTable(String service, String table) throws Exception {
    Path files = corpus().resolve(service);
    assumeTrue(Files.isDirectory(files), "needs ../shared/corpus");
    CachePolicy expected;
    try (var in = CachePolicy.class.getResourceAsStream(table + ".yaml")) {
      expected = CachePolicy.parse(table, in.readAllBytes());
    }
    String wsdl;
    try (Stream<Path> all = Files.list(files)) {
      wsdl =
          all.filter(each -> each.toString().contains(".wsdl"))
              .findFirst()
              .orElseThrow()
              .toString();
    }
    assertThat(cli.run("policy", "suggest", "--json", wsdl)).isZero();
    TreeSet<String> wrong = new TreeSet<>();
    cli.json()
        .get("operations")
        .forEach(
            each -> {
              String name = each.get("operation").asText();
              boolean cached = isCached(expected, name.replaceFirst("Request$", ""));
              if (cached != each.get("guess").asText().equals("reads")) {
                wrong.add(name);
              }
            });

    assertThat(cli.json().get("operations")).isNotEmpty();
    assertThat(wrong).isEmpty();
  }

  /** Every description of the corpus gives a policy that loads, and that caches no change. */
  @Test
  void aSuggestionIsAPolicy() throws Exception {
    assumeTrue(Files.isDirectory(corpus()), "needs ../shared/corpus");
    for (String service :
        new String[] {"ms-terraservice", "wcf-partner-service", "salesforce-partner"}) {
      try (Stream<Path> all = Files.walk(corpus().resolve(service))) {
        String wsdl =
            all.filter(each -> each.toString().contains(".wsdl"))
                .findFirst()
                .orElseThrow()
                .toString();
        Cli each = new Cli();
        assertThat(each.run("policy", "suggest", wsdl)).as(service).isZero();
        CachePolicy policy = CachePolicy.parse(service, each.out());
        assertThat(policy.forTarget(new CachePolicy.Target("", "", "delete")).cached()).isFalse();
      }
    }
  }

  private static Path corpus() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("docs").resolve("decisions"))) {
      folder = folder.getParent();
    }
    return folder == null ? Path.of("none") : folder.resolveSibling("shared").resolve("corpus");
  }
}
