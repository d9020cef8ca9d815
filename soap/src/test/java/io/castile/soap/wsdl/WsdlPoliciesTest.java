package io.castile.soap.wsdl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * Which policies of a description are met (Web Services Policy 1.5; WS-SecurityPolicy 1.1, 1.2).
 */
final class WsdlPoliciesTest {
  private static final String NAMES =
      "<d xmlns:p='http://www.w3.org/ns/ws-policy'"
          + " xmlns:q='http://schemas.xmlsoap.org/ws/2004/09/policy'"
          + " xmlns:u='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'"
          + " xmlns:s='http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702'"
          + " xmlns:t='http://schemas.xmlsoap.org/ws/2005/07/securitypolicy'"
          + " xmlns:m='http://www.w3.org/2007/05/addressing/metadata'"
          + " xmlns:r='http://docs.oasis-open.org/ws-rx/wsrmp/200702'"
          + " xmlns:x='urn:unknown'>";

  /** Can do nothing. */
  private static final PolicyAbilities NOTHING =
      new PolicyAbilities(false, false, false, false, false, false, true);

  private static final PolicyAbilities TLS =
      new PolicyAbilities(true, false, false, false, false, false, true);

  private static String unmet(String policies, PolicyAbilities abilities) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document document =
        factory
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    (NAMES + policies + "</d>").getBytes(StandardCharsets.UTF_8)));
    return new WsdlPolicies(List.of(document), abilities).unmet(document.getDocumentElement());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<p:Policy/>",
        "<p:Policy><p:All/></p:Policy>",
        "<p:Policy><p:ExactlyOne><p:All/></p:ExactlyOne></p:Policy>",
        "<p:Policy><x:Unknown/></p:Policy>",
        "<p:Policy><m:Addressing p:Optional='true'/></p:Policy>",
        "<p:Policy><m:Addressing q:Optional='1'/></p:Policy>",
        "<p:Policy><m:Addressing p:Ignorable=' true '/></p:Policy>",
        "<p:Policy><p:ExactlyOne><p:All><m:Addressing/></p:All><p:All/></p:ExactlyOne></p:Policy>",
        "<p:Policy><s:Wss10/><s:AlgorithmSuite/></p:Policy>",
        "<p:Policy><s:RequiredParts/></p:Policy>",
      })
  void whatDemandsNothingIsMetWithoutAnyAbility(String policies) throws Exception {
    assertThat(unmet(policies, NOTHING)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<p:Policy><m:Addressing/></p:Policy> | addressing(true)",
        "<q:Policy><q:All><m:Addressing/></q:All></q:Policy> | addressing(true)",
        "<p:Policy><m:Addressing p:Optional='false'/></p:Policy> | addressing(true)",
        "<p:Policy><m:Addressing Optional='true'/></p:Policy> | addressing(true)",
        "<p:Policy><r:RMAssertion/></p:Policy> | RMAssertion",
        "<p:Policy><s:TransportBinding/></p:Policy> | tls(context)",
        "<p:Policy><s:SupportingTokens><p:Policy><s:UsernameToken/></p:Policy></s:SupportingTokens></p:Policy> | usernameTokens",
        "<p:Policy><s:SignedSupportingTokens/></p:Policy> | only TLS protects tokens",
        "<p:Policy><s:AsymmetricBinding/></p:Policy> | messageSecurity",
        "<p:Policy><s:IncludeTimestamp/></p:Policy> | timestamp(ttl)",
        "<p:Policy><s:SignedParts/></p:Policy> | not supported without TLS",
        "<p:Policy><p:PolicyReference URI='#none'/></p:Policy> | '#none'",
        "<b p:PolicyURIs='#none'/> | '#none'",
      })
  void aDemandThatIsNotMetIsNamedWithWhatToDo(String policies, String part) throws Exception {
    assertThat(unmet(policies, NOTHING)).contains(part);
  }

  /** Policy §4.3.1: no alternative at all is a policy that no message meets. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p:Policy><p:ExactlyOne/></p:Policy>",
        "<p:Policy><p:All><p:ExactlyOne/></p:All></p:Policy>",
        "<q:Policy><q:ExactlyOne>\n<!-- none --></q:ExactlyOne></q:Policy>",
      })
  void aPolicyWithoutAlternativesIsNotMet(String policies) throws Exception {
    assertThat(unmet(policies, TLS)).contains("no alternative");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<t:HttpsToken/> | false",
        "<t:HttpsToken RequireClientCertificate='false'/> | false",
        "<t:HttpsToken RequireClientCertificate='0'/> | false",
        "<t:HttpsToken RequireClientCertificate='true'/> | true",
        "<t:HttpsToken RequireClientCertificate='1'/> | true",
        "<t:HttpsToken RequireClientCertificate=' true '/> | true",
        "<s:HttpsToken><p:Policy><s:RequireClientCertificate/></p:Policy></s:HttpsToken> | true",
        "<s:HttpsToken><p:Policy/></s:HttpsToken> | false",
      })
  void aCertificateOfTheClientIsDemandedInBothVersions(String token, boolean isDemanded)
      throws Exception {
    String policy =
        "<p:Policy><s:TransportBinding><p:Policy><s:TransportToken><p:Policy>"
            + token
            + "</p:Policy></s:TransportToken></p:Policy></s:TransportBinding></p:Policy>";

    if (isDemanded) {
      assertThat(unmet(policy, TLS)).contains("mutualTls");
    } else {
      assertThat(unmet(policy, TLS)).isNull();
    }
    assertThat(unmet(policy, new PolicyAbilities(true, true, false, false, false, false, true)))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"u:Id", "xml:id"})
  void aPolicyIsFoundByItsIdentifier(String attribute) throws Exception {
    String policies =
        "<b><p:PolicyReference URI='#a'/></b><x:z><p:Policy "
            + attribute
            + "='a'><m:Addressing/></p:Policy></x:z>";

    assertThat(unmet(policies, NOTHING)).contains("addressing(true)");
    assertThat(unmet(policies, new PolicyAbilities(false, false, false, false, true, false, true)))
        .isNull();
  }

  @Test
  void aPolicyIsFoundByItsName() throws Exception {
    assertThat(
            unmet(
                "<b p:PolicyURIs=' urn:a  urn:b '/><p:Policy Name='urn:a'/>"
                    + "<x:z><p:Policy Name='urn:b'><r:RMAssertion/></p:Policy></x:z>",
                NOTHING))
        .contains("RMAssertion");
  }

  @Test
  void policiesThatReferToOneAnotherInARingComeToAnEnd() throws Exception {
    String ring =
        "<p:Policy u:Id='a'><p:PolicyReference URI='#b'/></p:Policy>"
            + "<p:Policy u:Id='b'><p:PolicyReference URI='#a'/>%s</p:Policy>";

    assertThat(unmet(ring.formatted(""), NOTHING)).isNull();
    assertThat(unmet(ring.formatted("<m:Addressing/>"), NOTHING)).contains("addressing(true)");
  }

  @Test
  void whoProtectsWholeMessagesMeetsAllOfSecurityAndNothingElse() throws Exception {
    PolicyAbilities wss4j = new PolicyAbilities(false, false, false, false, false, true, false);

    assertThat(unmet("<p:Policy><s:AsymmetricBinding/><s:SignedParts/></p:Policy>", wss4j))
        .isNull();
    assertThat(unmet("<p:Policy><m:Addressing/></p:Policy>", wss4j)).isNotNull();
  }

  @Test
  void aClientIsToldWhatAClientCanDo() throws Exception {
    PolicyAbilities client = new PolicyAbilities(false, false, false, false, false, false, false);

    assertThat(unmet("<p:Policy><s:TransportBinding/></p:Policy>", client)).contains("https URL");
    assertThat(
            unmet("<p:Policy><t:HttpsToken RequireClientCertificate='true'/></p:Policy>", client))
        .contains("client certificate");
  }
}
