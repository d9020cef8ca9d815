package io.castile.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.diff.Change;
import io.castile.wsdl.diff.DescriptionDiff;
import io.castile.wsdl.diff.NeethiPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PolicyDiffTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  private static final String NAMES =
      " xmlns:p='http://www.w3.org/ns/ws-policy' xmlns:p12='http://schemas.xmlsoap.org/ws/2004/09/policy'"
          + " xmlns:u='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'"
          + " xmlns:sp='http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702' xmlns:q='urn:q'"
          + " xmlns:wsam='http://www.w3.org/2007/05/addressing/metadata'"
          + " xmlns:wsaw='http://www.w3.org/2006/05/addressing/wsdl'"
          + " xmlns:wsoma='http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization'"
          + " xmlns:mtom='http://www.w3.org/2007/08/soap12-mtom-policy' ";

  /** Where a policy is attached: what stands before it in the description. */
  private enum At {
    DEFINITIONS("<w:message name=\"in\">"),
    SERVICE("<w:port name=\"O\""),
    PORT("<s:address"),
    BINDING("<s:binding"),
    OPERATION("<s:operation"),
    INPUT("<s:body use=\"literal\"/></w:input>"),
    OUTPUT("<s:body use=\"literal\"/></w:output>"),
    MESSAGE("<w:part name=\"p\" element=\"t:getResponse\"/>");

    private final String mark;

    At(String mark) {
      this.mark = mark;
    }
  }

  @TempDir private Path folder;

  private static String with(String description, At at, String content) {
    int place = description.indexOf(at.mark);
    assertThat(place).as("%s in %s", at, description).isPositive();
    return description.substring(0, place) + content + description.substring(place);
  }

  private static String plain() {
    String plain =
        Wsdl.withTypes(
            Wsdl.schema(
                Wsdl.elements(
                    "<x:element name='a' type='x:int'/>", "<x:element name='a' type='x:int'/>")));
    return plain.replaceFirst("<w:definitions", "<w:definitions" + NAMES);
  }

  private Description read(String text) throws IOException {
    Description description = Wsdl.read(folder, text);
    assertThat(description.problems()).isEmpty();
    return description;
  }

  private List<String> changes(String before, String after) throws IOException {
    return DescriptionDiff.of(read(before), read(after)).stream()
        .map(PolicyDiffTest::line)
        .toList();
  }

  private static String line(Change change) {
    return (change.impact() + " " + change.direction()).toLowerCase(Locale.ROOT)
        + " "
        + change.place()
        + ": "
        + change.text();
  }

  private List<String> changes(At at, String before, String after) throws IOException {
    return changes(with(plain(), at, before), with(plain(), at, after));
  }

  private static String policy(String... assertions) {
    return "<p:Policy>" + String.join("", assertions) + "</p:Policy>";
  }

  private static String one(String... alternatives) {
    return Arrays.stream(alternatives)
        .map(each -> "<p:All>" + each + "</p:All>")
        .collect(Collectors.joining("", "<p:ExactlyOne>", "</p:ExactlyOne>"));
  }

  private static final String A = "<q:A/>";
  private static final String B = "<q:B/>";
  private static final String OPTIONAL_A = "<q:A p:Optional='true'/>";
  private static final String USERNAME =
      "<sp:SupportingTokens><p:Policy><sp:UsernameToken/></p:Policy></sp:SupportingTokens>";

  private static String transport(String suites) {
    return "<sp:TransportBinding><p:Policy><sp:AlgorithmSuite><p:Policy>"
        + suites
        + "</p:Policy></sp:AlgorithmSuite></p:Policy></sp:TransportBinding>";
  }

  /**
   * Two policies of a port.
   *
   * @param changes the impact and the text of each change
   */
  private record Row(String before, String after, List<String> changes) {}

  private static Row row(String before, String after, String... changes) {
    return new Row(before, after, List.of(changes));
  }

  static Stream<Row> rows() {
    String addressing = "<wsam:Addressing><p:Policy/></wsam:Addressing>";
    String anonymous =
        "<wsam:Addressing><p:Policy><wsam:AnonymousResponses/></p:Policy></wsam:Addressing>";
    return Stream.of(
        row("", policy(A), "breaking assertion A added"),
        row("", policy(OPTIONAL_A), "compatible optional assertion A added"),
        row("", policy("<q:A p:Ignorable='1'/>"), "may_break assertion A added"),
        row(policy(A), policy(OPTIONAL_A), "compatible assertion A is optional now"),
        row(policy(OPTIONAL_A), policy(A), "breaking assertion A is required now"),
        row(policy(A), "", "may_break assertion A removed"),
        row(policy(OPTIONAL_A), "", "may_break optional assertion A removed"),
        row(policy(A), policy(B), "breaking assertion B added", "may_break assertion A removed"),
        row(policy(A), policy("<q:A x='1'/>"), "breaking assertion A has other content"),
        row(policy(A), policy("<q:A>text</q:A>"), "breaking assertion A has other content"),
        row(
            policy("<q:A p:Ignorable='true'/>"),
            policy(A),
            "may_break assertion A may not be ignored any more"),
        row("", policy(USERNAME), "breaking assertion SupportingTokens added"),
        row(policy(USERNAME), "", "breaking assertion SupportingTokens removed"),
        row(
            policy(USERNAME),
            policy(USERNAME.replace("UsernameToken", "X509Token")),
            "breaking assertion SupportingTokens: UsernameToken removed, X509Token added"),
        row(
            policy(transport("<sp:Basic256/>")),
            policy(transport("<sp:Basic128/>")),
            "breaking assertion TransportBinding/AlgorithmSuite: Basic256 removed, Basic128 added"),
        row(
            policy(transport("<sp:Basic256/>")),
            policy(transport(one("<sp:Basic256/>", "<sp:Basic128/>"))),
            "compatible assertion TransportBinding [AlgorithmSuite [Basic256]] is optional now",
            "compatible optional assertion TransportBinding [AlgorithmSuite [Basic128]] added"),
        row(
            policy(transport(one("<sp:Basic256/>", "<sp:Basic128/>"))),
            policy(transport("<sp:Basic256/>")),
            "breaking assertion TransportBinding [AlgorithmSuite [Basic256]] is required now",
            "may_break optional assertion TransportBinding [AlgorithmSuite [Basic128]] removed"),
        row(
            policy(transport("<sp:Basic256/>")),
            "",
            "may_break assertion TransportBinding removed"),
        row("", policy(addressing), "breaking assertion Addressing added"),
        row(
            policy(addressing),
            policy(anonymous),
            "breaking assertion Addressing: AnonymousResponses added"),
        row(
            policy(anonymous),
            policy(addressing),
            "may_break assertion Addressing: AnonymousResponses removed"),
        row("", "<wsaw:UsingAddressing/>", "compatible optional assertion UsingAddressing added"),
        row(
            "",
            "<wsaw:UsingAddressing w:required='true'/>",
            "breaking assertion UsingAddressing added"),
        row(
            "<wsaw:UsingAddressing w:required='true'/>",
            "<wsaw:UsingAddressing/>",
            "compatible assertion UsingAddressing is optional now"),
        row(
            "",
            policy("<wsoma:OptimizedMimeSerialization/>"),
            "breaking assertion OptimizedMimeSerialization added"),
        row(
            policy("<wsoma:OptimizedMimeSerialization/>"),
            policy("<wsoma:OptimizedMimeSerialization p:Optional='true'/>"),
            "compatible assertion OptimizedMimeSerialization is optional now"),
        row(
            policy(one(A + B, "")),
            policy(one(A, B, "")),
            "may_break the alternative of A, B is gone"),
        row(policy(one(A, B)), policy(one(A + B, "")), "may_break the alternative of A is gone"),
        row(
            policy(A),
            "<p:Policy><p:ExactlyOne/></p:Policy>",
            "breaking has no alternative now, so that no client can meet it"),
        row("<p:Policy><p:ExactlyOne/></p:Policy>", policy(A), "compatible has an alternative now"),
        row(
            "",
            "<p:PolicyReference URI='http://elsewhere/p'/>",
            "breaking assertion policy http://elsewhere/p added"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aChangeOfThePolicyOfAPortIsToldWithItsImpact(Row row) throws Exception {
    for (At at : List.of(At.SERVICE, At.PORT, At.BINDING)) {
      assertThat(changes(at, row.before(), row.after()))
          .as("at %s", at)
          .containsExactlyElementsOf(
              row.changes().stream()
                  .map(each -> each.replaceFirst(" ", " call port O of service S: policy: "))
                  .toList());
    }
  }

  /** Spellings of one policy. */
  static Stream<Row> same() {
    String both = "<p:Policy><p:ExactlyOne><p:All><q:A/></p:All><p:All/></p:ExactlyOne></p:Policy>";
    return Stream.of(
        row(policy(OPTIONAL_A), both),
        row(policy(OPTIONAL_A), policy("<q:A p:Optional='1'/>")),
        row(policy(OPTIONAL_A), policy(OPTIONAL_A) + policy(OPTIONAL_A)),
        row(policy(A, B), policy(B) + policy(A)),
        row(policy(A, B), policy(B, "<p:All>" + A + "</p:All>")),
        row(policy(A), policy("<p:Policy>" + A + "</p:Policy>")),
        row(policy(A), "<p12:Policy><other:A xmlns:other='urn:q'/></p12:Policy>"),
        row(
            policy(transport("<sp:Basic256/>")),
            policy(transport("<sp:Basic256/>").replace("p:Policy", "p12:Policy"))),
        row(
            policy(transport(one("<sp:Basic256/>", "<sp:Basic128/>"))),
            policy(one(transport("<sp:Basic128/>"), transport("<sp:Basic256/>")))),
        row(
            policy("<q:A><q:path>q:x/q:y</q:path></q:A>"),
            policy("<q:A xmlns:z='urn:q'><q:path>z:x/z:y</q:path></q:A>")),
        row(
            policy(
                "<sp:SignedParts><sp:Body/><sp:Header Name='a' Namespace='b'/></sp:SignedParts>"),
            policy(
                "<sp:SignedParts><sp:Header Namespace='b' Name='a'/><sp:Body/></sp:SignedParts>")),
        row("<wsaw:UsingAddressing w:required='1'/>", policy("<wsaw:UsingAddressing/>")),
        row(
            "<wsaw:UsingAddressing/>",
            policy("<wsam:Addressing p:Optional='true'><p:Policy/></wsam:Addressing>")),
        row(policy("<wsoma:OptimizedMimeSerialization/>"), policy("<mtom:MTOM/>")),
        row("", "<p:Policy/>"));
  }

  @ParameterizedTest
  @MethodSource("same")
  void otherSpellingsOfAPolicyAreNoDifference(Row row) throws Exception {
    assertThat(changes(At.BINDING, row.before(), row.after())).isEmpty();
    assertThat(changes(At.BINDING, row.after(), row.before())).isEmpty();
  }

  /**
   * A client that follows an alternative of the first policy goes on where the second has one with
   * no other assertion; and nothing is told where Neethi finds the same alternatives.
   */
  @Test
  @Tag("long")
  void randomPoliciesBreakClientsWhereNeethiFindsNoAlternativeForThem() throws Exception {
    int broken = 0;
    int same = 0;
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      String before = NeethiPolicies.random(random);
      String after = NeethiPolicies.random(random);
      Set<Set<String>> from = NeethiPolicies.alternatives(before);
      Set<Set<String>> to = NeethiPolicies.alternatives(after);
      boolean isBroken =
          from.stream().anyMatch(one -> to.stream().noneMatch(other -> one.containsAll(other)));
      boolean isLost = !to.containsAll(from);

      List<String> changes = changes(At.BINDING, before, after);

      String impact = changes.isEmpty() ? "none" : changes.get(0).split(" ")[0];
      String expected =
          isBroken ? "breaking" : isLost ? "may_break" : from.equals(to) ? "none" : "compatible";
      assertThat(impact).as("seed %s: %s %s", seed, from, to).isEqualTo(expected);
      broken += isBroken ? 1 : 0;
      same += from.equals(to) ? 1 : 0;
    }
    assertThat(broken).isBetween(50, 145);
    assertThat(same).isLessThan(50);
  }

  @Test
  void aReferenceAndThePolicyItselfAreTheSame() throws Exception {
    String direct = with(plain(), At.BINDING, policy(A));
    String named = with(plain(), At.DEFINITIONS, "<p:Policy u:Id='it'>" + A + "</p:Policy>");
    String attribute =
        with(plain(), At.DEFINITIONS, "<p:Policy Name='urn:it'>" + A + "</p:Policy>");

    assertThat(changes(direct, with(named, At.BINDING, "<p:PolicyReference URI='#it'/>")))
        .isEmpty();
    assertThat(changes(direct, named.replace("<w:binding ", "<w:binding p:PolicyURIs='#it' ")))
        .isEmpty();
    assertThat(
            changes(
                direct, attribute.replace("<w:portType ", "<w:portType p:PolicyURIs='urn:it' ")))
        .isEmpty();
  }

  @Test
  void policiesOfImportedDocumentsAreFound() throws Exception {
    String imported =
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:other'"
            + NAMES
            + "><p:Policy u:Id='it'>"
            + A
            + "</p:Policy></w:definitions>";
    Wsdl.write(folder, "other.wsdl", imported);
    String before = with(plain(), At.BINDING, policy(A));
    String after =
        with(plain(), At.BINDING, "<p:PolicyReference URI='other.wsdl#it'/>")
            .replaceFirst(
                "<w:types>", "<w:import namespace='urn:other' location='other.wsdl'/><w:types>");

    assertThat(changes(before, after)).isEmpty();
  }

  @Test
  void policiesOfAnOperationAreToldOfIt() throws Exception {
    assertThat(changes(At.OPERATION, "", policy(A)))
        .containsExactly("breaking call operation get: policy: assertion A added");
  }

  @Test
  void policiesOfMessagesAreToldByDirection() throws Exception {
    String signed = policy("<sp:SignedParts><sp:Body/></sp:SignedParts>");

    assertThat(changes(At.INPUT, "", signed))
        .containsExactly("breaking request operation get: policy: assertion SignedParts added");
    assertThat(changes(At.INPUT, signed, ""))
        .containsExactly("may_break request operation get: policy: assertion SignedParts removed");
    assertThat(changes(At.OUTPUT, signed, ""))
        .containsExactly("breaking response operation get: policy: assertion SignedParts removed");
    assertThat(changes(At.OUTPUT, policy(A), ""))
        .containsExactly("may_break response operation get: policy: assertion A removed");
    assertThat(changes(At.MESSAGE, "", signed))
        .containsExactly("breaking response operation get: policy: assertion SignedParts added");
  }

  @Test
  void anonymousAddressesOfResponsesAreCompared() throws Exception {
    String required = "<wsaw:Anonymous>required</wsaw:Anonymous>";
    String prohibited = "<wsaw:Anonymous>prohibited</wsaw:Anonymous>";

    assertThat(changes(At.OPERATION, "", required))
        .containsExactly(
            "may_break call operation get: anonymous responses: optional before, required now");
    assertThat(changes(At.OPERATION, required, prohibited))
        .containsExactly(
            "breaking call operation get: anonymous responses: required before, prohibited now");
    assertThat(changes(At.OPERATION, prohibited, ""))
        .containsExactly(
            "compatible call operation get: anonymous responses: prohibited before, optional now");
  }

  /** Policies of a few lines that would take a lifetime to write out. */
  static Stream<String> bombs() {
    String choices =
        IntStream.range(0, 64)
            .mapToObj(i -> one("<q:A" + i + "/>", "<q:B" + i + "/>"))
            .collect(Collectors.joining());
    StringBuilder nested = new StringBuilder();
    for (int i = 0; i < 64; i++) {
      String next = "<p:Policy><p:PolicyReference URI='#p" + (i + 1) + "'/></p:Policy>";
      nested.append("<p:Policy u:Id='p").append(i).append("'><q:A>").append(next);
      nested.append("</q:A><q:B>").append(next).append("</q:B></p:Policy>");
    }
    nested.append("<p:Policy u:Id='p64'/><p:PolicyReference URI='#p0'/>");
    StringBuilder chain = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      chain.append("<p:Policy u:Id='p").append(i).append("'><p:PolicyReference URI='#p");
      chain.append(i + 1).append("'/></p:Policy>");
    }
    chain.append("<p:Policy u:Id='p20000'/><p:PolicyReference URI='#p0'/>");
    String ring =
        "<p:Policy u:Id='a'><p:PolicyReference URI='#b'/></p:Policy>"
            + "<p:Policy u:Id='b'><p:PolicyReference URI='#a'/></p:Policy>";
    return Stream.of(policy(choices), nested.toString(), chain.toString(), ring);
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void whatHasTooManyAlternativesIsSaidToBeNotCompared(String bomb) throws Exception {
    assertThat(changes(At.BINDING, "", bomb))
        .singleElement()
        .asString()
        .startsWith(
            "breaking call port O of service S: policy: changed, and could not be compared: ");
    assertThat(changes(At.BINDING, bomb, bomb)).isEmpty();
  }

  /** Namespaces and texts that are written out at each name. */
  static Stream<String> longTexts() {
    String start = "<z:A xmlns:z='" + "l".repeat(900) + "'>";
    return Stream.of(
        start + "<z:b/>".repeat(20_000) + "</z:A>",
        start + "z:x ".repeat(200_000) + "</z:A>",
        "<q:A>a: " + "l".repeat(1_000_000) + "</q:A>",
        deep());
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("longTexts")
  void longTextsAreBounded(String assertion) throws Exception {
    assertThat(changes(At.BINDING, "", policy(assertion)))
        .singleElement()
        .asString()
        .startsWith("breaking call port O of service S: policy: ");
  }

  /** Of one hash, as "Aa" and "BB" have; without their order each is compared with all others. */
  @Test
  @Tag("long")
  void assertionsWhoseNamesHaveOneHashAreSoonCompared() throws Exception {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 4_096; i++) {
      all.append("<q:");
      for (int bit = 0; bit < 12; bit++) {
        all.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      all.append("/>");
    }

    assertThat(changes(At.BINDING, "", policy(all.toString()))).isNotEmpty();
  }

  private static String deep() {
    return "<q:A>"
        + ("<q:b x='" + "v".repeat(60_000) + "'>").repeat(150)
        + "</q:b>".repeat(150)
        + "</q:A>";
  }

  @Test
  void textsThatLookLikeElementsAreOthers() throws Exception {
    assertThat(
            changes(
                At.BINDING, policy("<q:A>&lt;{urn:q}b>&lt;/></q:A>"), policy("<q:A><q:b/></q:A>")))
        .singleElement()
        .asString()
        .endsWith("assertion A has other content");
  }

  @Test
  void asManyAlternativesAsAreAllowedAreCompared() throws Exception {
    String choices =
        IntStream.range(0, 8)
            .mapToObj(i -> one("<q:A" + i + "/>", "<q:B" + i + "/>"))
            .collect(Collectors.joining());

    assertThat(changes(At.BINDING, policy(choices), policy(choices, OPTIONAL_A)))
        .singleElement()
        .asString()
        .contains("could not be compared: more than 256 alternatives");
    assertThat(changes(At.BINDING, policy(choices), policy(choices, A)))
        .containsExactly("breaking call port O of service S: policy: assertion A added");
  }

  @Test
  void aPolicyOfAPublicDescriptionThatIsOptionalNowIsCompatible() throws Exception {
    Path source = CORPUS.resolve("wcf-partner-service");
    assumeTrue(Files.isDirectory(source), "without the corpus");
    try (Stream<Path> files = Files.list(source)) {
      for (Path each : files.toList()) {
        Files.copy(each, folder.resolve(each.getFileName()));
      }
    }
    Path file = folder.resolve("PartnerService.local.wsdl");
    Description before = WsdlReader.create().offline().read(file.toUri());
    String text = Files.readString(file);
    String changed =
        text.replace("<wsaw:UsingAddressing />", "<wsaw:UsingAddressing wsp:Optional='true'/>");
    assertThat(changed).isNotEqualTo(text);
    Files.writeString(file, changed);
    Description after = WsdlReader.create().offline().read(file.toUri());

    assertThat(DescriptionDiff.of(before, after).stream().map(PolicyDiffTest::line))
        .singleElement()
        .asString()
        .startsWith("compatible call port ")
        .endsWith(": policy: assertion UsingAddressing is optional now");
    assertThat(DescriptionDiff.of(after, before).stream().map(PolicyDiffTest::line))
        .singleElement()
        .asString()
        .startsWith("breaking call port ")
        .endsWith(": policy: assertion UsingAddressing is required now");
  }
}
