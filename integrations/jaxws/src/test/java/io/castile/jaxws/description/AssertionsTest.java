package io.castile.jaxws.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Policy assertions (Web Services Policy 1.5 §4; WS-Addressing 1.0 Metadata §3.1; MTOM Policy 1.1).
 */
final class AssertionsTest {
  private static final String NAMES =
      " xmlns:p='http://www.w3.org/ns/ws-policy'"
          + " xmlns:q='http://schemas.xmlsoap.org/ws/2004/09/policy'"
          + " xmlns:m='http://www.w3.org/2007/05/addressing/metadata'"
          + " xmlns:w='http://www.w3.org/2006/05/addressing/wsdl'"
          + " xmlns:d='http://schemas.xmlsoap.org/wsdl/'"
          + " xmlns:o='http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization'"
          + " xmlns:x='urn:other'";

  private static XMLStreamReader reader(String element) throws Exception {
    XMLStreamReader in =
        XMLInputFactory.newInstance()
            .createXMLStreamReader(
                new StringReader(element.replaceFirst("^(<[\\w:]+)", "$1" + NAMES)));
    in.nextTag();
    return in;
  }

  private static Assertions read(String element) throws Exception {
    return Assertions.read(reader(element));
  }

  @ParameterizedTest
  @CsvSource({
    "<p:Policy><m:Addressing/></p:Policy>, true",
    "<q:Policy><q:ExactlyOne><q:All><m:Addressing/></q:All></q:ExactlyOne></q:Policy>, true",
    "<p:Policy><m:Addressing p:Optional='true'/></p:Policy>, false",
    "<p:Policy><m:Addressing p:Optional='1'/></p:Policy>, false",
    "<p:Policy><m:Addressing p:Optional=' true '/></p:Policy>, false",
    "<p:Policy><m:Addressing p:Optional='false'/></p:Policy>, true",
    "<p:Policy><m:Addressing p:Optional='0'/></p:Policy>, true",
    "<p:Policy><m:Addressing><p:Policy><m:AnonymousResponses/></p:Policy></m:Addressing></p:Policy>, true",
    "<w:UsingAddressing/>, false",
    "<w:UsingAddressing d:required='true'/>, true",
    "<w:UsingAddressing d:required='1'/>, true",
    "<w:UsingAddressing d:required=' true'/>, true",
    "<w:UsingAddressing d:required='false'/>, false",
    "<w:UsingAddressing d:required='0'/>, false",
    "<w:UsingAddressing required='true'/>, false",
  })
  void addressingIsRequiredOrOptional(String element, boolean required) throws Exception {
    assertThat(read(element)).isEqualTo(new Assertions(true, required, false, false, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p:Policy><o:OptimizedMimeSerialization/></p:Policy>",
        "<p:Policy><p:All><o:OptimizedMimeSerialization p:Optional='true'/></p:All></p:Policy>",
      })
  void mtomIsAsserted(String element) throws Exception {
    assertThat(read(element)).isEqualTo(new Assertions(false, false, true, false, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p:Policy><x:Signed/></p:Policy>",
        "<p:Policy><x:Wrapper><p:Policy/></x:Wrapper></p:Policy>",
        "<p:Policy><p:Unknown/></p:Policy>",
      })
  void whatIsNotKnownIsLeftToOthers(String element) throws Exception {
    assertThat(read(element)).isEqualTo(Assertions.OTHERS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<p:Policy/>", "<p:Policy><p:ExactlyOne><p:All/></p:ExactlyOne></p:Policy>"})
  void anEmptyPolicyAssertsNothing(String element) throws Exception {
    assertThat(read(element)).isEqualTo(Assertions.NONE);
  }

  @Test
  void assertionsOfOnePolicyAreAddedUp() throws Exception {
    assertThat(
            read(
                "<p:Policy><m:Addressing/><o:OptimizedMimeSerialization/><x:Signed/>"
                    + "<p:PolicyReference URI=' #a '/><p:PolicyReference URI='#b'/></p:Policy>"))
        .isEqualTo(new Assertions(true, true, true, true, List.of("#a", "#b")));
  }

  @Test
  void aReferenceIsResolvedOnceAndAnUnknownOneIsAnotherAssertion() throws Exception {
    Assertions references = read("<p:Policy><p:PolicyReference URI='#a'/></p:Policy>");
    Assertions addressing = read("<p:Policy><m:Addressing/></p:Policy>");

    assertThat(references.resolved(Map.of("#a", addressing))).isEqualTo(addressing);
    assertThat(references.resolved(Map.of())).isEqualTo(Assertions.OTHERS);
    assertThat(references.resolved(Map.of("#a", references)))
        .as("a policy that refers to itself")
        .isEqualTo(Assertions.OTHERS);
    assertThat(Assertions.NONE.resolved(Map.of())).isEqualTo(Assertions.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "<p:Policy/>, true, true, ",
    "<p:Policy Name='urn:n'/>, true, true, ",
    "<p:Policy Id='a'/>, true, true, #a",
    "<p:Policy xml:id='a'/>, true, true, #a",
    "<w:UsingAddressing/>, false, true, ",
    "<x:Policy/>, false, false, ",
    "<Policy/>, false, false, ",
    "<x:UsingAddressing/>, false, false, ",
  })
  void elementsAreKnownByTheirNamespace(
      String element, boolean isPolicy, boolean isAssertion, String id) throws Exception {
    XMLStreamReader in = reader(element);

    assertThat(Assertions.isPolicy(in, "Policy")).isEqualTo(isPolicy);
    assertThat(Assertions.isAssertion(in)).isEqualTo(isAssertion);
    assertThat(Assertions.id(in)).isEqualTo(id);
  }
}
