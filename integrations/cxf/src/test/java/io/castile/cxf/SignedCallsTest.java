package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cxf.Shops.Published;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapVersion;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that WSS4J signs and encrypts, with Castile's codecs at either end or both. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SignedCallsTest {
  private static final String ALIAS = "one";
  private static final String PASSWORD = "change it";
  private static final String ACTIONS = "Timestamp Signature Encrypt";
  private static final TracedService SAME = bean -> bean;

  @TempDir private static Path folder;

  @BeforeAll
  static void makeKey() throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=one",
                "-storetype",
                "PKCS12",
                "-keystore",
                keys().toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
  }

  private static Path keys() {
    return folder.resolve("keys.p12");
  }

  private static Map<String, Object> settings() {
    return settings(ACTIONS);
  }

  private static Map<String, Object> settings(String actions) {
    String provider = "org.apache.wss4j.crypto.";
    Properties crypto = new Properties();
    crypto.put(provider + "provider", "org.apache.wss4j.common.crypto.Merlin");
    crypto.put(provider + "merlin.keystore.type", "PKCS12");
    crypto.put(provider + "merlin.keystore.password", PASSWORD);
    crypto.put(provider + "merlin.keystore.file", keys().toString());
    CallbackHandler passwords =
        callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(PASSWORD);
    return new HashMap<>(
        Map.of(
            "action",
            actions,
            "user",
            ALIAS,
            "encryptionUser",
            ALIAS,
            "crypto",
            crypto,
            "signaturePropRefId",
            "crypto",
            "encryptionPropRefId",
            "crypto",
            "decryptionPropRefId",
            "crypto",
            "passwordCallbackRef",
            passwords));
  }

  private static DataBinding binding(boolean isOurs) {
    return isOurs ? new CastileJAXBDataBinding() : new JAXBDataBinding();
  }

  private static Published published(boolean isOurs, Feature... features) {
    return published(isOurs, ACTIONS, features);
  }

  private static Published published(boolean isOurs, String actions, Feature... features) {
    return Shops.publish(
        TracedService.class,
        SAME,
        SoapVersion.SOAP_1_1,
        factory -> {
          factory.setDataBinding(binding(isOurs));
          factory.getInInterceptors().add(new WSS4JInInterceptor(settings(actions)));
          factory.getOutInterceptors().add(new WSS4JOutInterceptor(settings(actions)));
          factory.getFeatures().addAll(Arrays.asList(features));
        });
  }

  private static JaxWsProxyFactoryBean factory(Published published, boolean isOurs) {
    JaxWsProxyFactoryBean factory = Shops.clientOf(TracedService.class, published.url());
    factory.setDataBinding(binding(isOurs));
    return factory;
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true", "true, true"})
  void signedAndEncryptedMessagesAreReadAtBothEnds(boolean client, boolean server)
      throws Exception {
    try (Published published = published(server)) {
      JaxWsProxyFactoryBean factory = factory(published, client);
      factory.getOutInterceptors().add(new WSS4JOutInterceptor(settings()));
      factory.getInInterceptors().add(new WSS4JInInterceptor(settings()));
      TracedService port = factory.create(TracedService.class);

      assertThat(port.same(new Traced("grüße <&>")).getName()).isEqualTo("grüße <&>");
      ClientProxy.getClient(port).destroy();
    }
  }

  /** Nobody can tell for the link from whom signed requests are: their answers go whole. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void signedRequestsAreDifferencesAndTheirAnswersWhole(boolean codecs) throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    String actions = "Timestamp Signature";
    try (Published published = published(codecs, actions, new DifferentialFeature());
        Wire wire = new Wire(published.url())) {
      TracedService port = client(wire.url(), codecs, actions, feature);

      for (int i = 0; i < 4; i++) {
        String name = "grüße " + i + " ".repeat(400);
        assertThat(port.same(new Traced(name)).getName()).isEqualTo(name);
      }

      assertThat(feature.getLink().statistics().deltas()).isZero();
      assertThat(feature.getLink().statistics().requestDeltas()).isEqualTo(3);
      assertThat(published.calls("same")).isEqualTo(4);
      int whole = wire.passed().get(0).question().length;
      assertThat(wire.passed().subList(1, 4))
          .hasSize(3)
          .allMatch(Wire.Passed::isRequestDelta)
          .noneMatch(Wire.Passed::isDelta)
          .allSatisfy(each -> assertThat(each.question().length).isLessThan(whole / 2));
      ClientProxy.getClient(port).destroy();
    }
  }

  @Test
  void signedRequestsGoWholeWhereTheOptionsSaySo() throws Exception {
    DifferentialFeature feature = new DifferentialFeature(DifferentialOptions.DEFAULT);
    try (Published published = published(false, "Signature", new DifferentialFeature());
        Wire wire = new Wire(published.url())) {
      TracedService port = client(wire.url(), false, "Signature", feature);

      for (int i = 0; i < 2; i++) {
        String name = "name " + i + " ".repeat(600);
        assertThat(port.same(new Traced(name)).getName()).isEqualTo(name);
      }

      assertThat(wire.passed())
          .hasSize(2)
          .allSatisfy(each -> assertThat(each.asked()).doesNotContainKey("castile"));
      ClientProxy.getClient(port).destroy();
    }
  }

  @Test
  void aSignatureThatDoesNotHoldIsRefusedThoughTheRequestCameAsADifference() throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    try (Published published = published(false, "Signature", new DifferentialFeature());
        Wire wire = new Wire(published.url())) {
      TracedService port = client(wire.url(), false, "Signature", feature);
      ClientProxy.getClient(port).getOutInterceptors().add(new Forging());
      String name = "name " + "x".repeat(600);
      assertThat(port.same(new Traced(name)).getName()).isEqualTo(name);

      assertThatThrownBy(() -> port.same(new Traced(name + " mine")))
          .isInstanceOf(SOAPFaultException.class);
      assertThat(port.same(new Traced(name + 3)).getName()).isEqualTo(name + 3);

      assertThat(published.calls("same")).isEqualTo(2);
      assertThat(wire.passed()).hasSize(3);
      assertThat(wire.passed().get(1).isRequestDelta()).isTrue();
      ClientProxy.getClient(port).destroy();
    }
  }

  /** Changes what was signed. */
  private static final class Forging extends AbstractPhaseInterceptor<Message> {
    Forging() {
      super(Phase.PRE_STREAM);
      addBefore(StaxOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
      OutputStream out = message.getContent(OutputStream.class);
      message.setContent(
          OutputStream.class,
          new ByteArrayOutputStream() {
            @Override
            public void close() throws IOException {
              String text = toString(StandardCharsets.UTF_8);
              out.write(text.replace(" mine", " ours").getBytes(StandardCharsets.UTF_8));
              out.close();
            }
          });
    }
  }

  private static TracedService client(
      String url, boolean codecs, String actions, DifferentialFeature feature) {
    JaxWsProxyFactoryBean factory = Shops.clientOf(TracedService.class, url);
    factory.setDataBinding(binding(codecs));
    factory.getOutInterceptors().add(new WSS4JOutInterceptor(settings(actions)));
    if (actions.contains("Signature")) {
      factory.getInInterceptors().add(new WSS4JInInterceptor(settings(actions)));
    }
    factory.getFeatures().add(feature);
    return factory.create(TracedService.class);
  }

  /** What is encrypted is another text each time. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void encryptedMessagesAreReadAtBothEndsOfTheLink(boolean codecs) throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    try (Published published = published(codecs, new DifferentialFeature())) {
      TracedService port = client(published.url(), codecs, ACTIONS, feature);

      for (int i = 0; i < 3; i++) {
        assertThat(port.same(new Traced("grüße " + i)).getName()).isEqualTo("grüße " + i);
      }

      assertThat(feature.getLink().statistics().deltas()).isZero();
      ClientProxy.getClient(port).destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void signaturesOfAnswersThatComeAsDifferencesHold(boolean codecs) throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    try (Published published =
        Shops.publish(
            TracedService.class,
            SAME,
            SoapVersion.SOAP_1_1,
            factory -> {
              factory.setDataBinding(binding(codecs));
              factory.getOutInterceptors().add(new WSS4JOutInterceptor(settings("Signature")));
              factory.getFeatures().add(new DifferentialFeature());
            })) {
      JaxWsProxyFactoryBean factory = factory(published, codecs);
      factory.getInInterceptors().add(new WSS4JInInterceptor(settings("Signature")));
      factory.getFeatures().add(feature);
      TracedService port = factory.create(TracedService.class);

      for (int i = 0; i < 3; i++) {
        assertThat(port.same(new Traced("grüße " + i)).getName()).isEqualTo("grüße " + i);
      }
      assertThat(feature.getLink().statistics().deltas()).isEqualTo(2);
      ClientProxy.getClient(port).destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aMessageWithoutSignatureIsRefused(boolean server) throws Exception {
    try (Published published = published(server)) {
      TracedService port = factory(published, true).create(TracedService.class);

      assertThatThrownBy(() -> port.same(new Traced("plain")))
          .isInstanceOf(SOAPFaultException.class);
    }
  }
}
