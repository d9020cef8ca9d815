package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.ws.soap.SOAPFaultException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status of an answer, and what its message is: a fault or not. */
class AnswerStatusTest {
  private static final String START =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>";
  private static final String SUM =
      START
          + "<s:addResponse xmlns:s='http://shop.castile.io/'><return>42</return></s:addResponse>"
          + "</e:Body></e:Envelope>";
  private static final String FAULT =
      START
          + "<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>"
          + "</e:Body></e:Envelope>";

  private static SmallShop port(int status, String message) {
    return TestPort.of(SmallShop.class).answered(status, "text/xml", message).build();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 500})
  void messagesThatAreNoFaultsAreNotTakenWithAStatusThatSaysSo(int status) {
    assertThatThrownBy(() -> port(status, SUM).add(20, 22))
        .cause()
        .isInstanceOfSatisfying(
            SoapTransportException.class, e -> assertThat(e.status()).isEqualTo(status))
        .hasMessageContaining("found status " + status + " with a message that is no fault");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 400, 500})
  void faultsAreFaultsWithAnyStatus(int status) {
    assertThatThrownBy(() -> port(status, FAULT).add(20, 22))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("no");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202})
  void messagesAreTakenWithAStatusOfSuccess(int status) {
    assertThat(port(status, SUM).add(20, 22)).isEqualTo(42);
  }
}
