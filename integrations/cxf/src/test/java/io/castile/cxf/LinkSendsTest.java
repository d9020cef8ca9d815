package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebService;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that reset the connection before a server with the link has sent what it makes. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LinkSendsTest {
  /** More than is kept anywhere on the way. */
  private static final int CHARACTERS = 6_000_000;

  /** A service that waits, where it is told to. */
  @WebService(targetNamespace = "urn:castile:waiting")
  public interface Waiting {
    String repeat(String text, int times);
  }

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
  private final DifferentialFeature ofServer = new DifferentialFeature();
  private final DifferentialFeature ofClient = new DifferentialFeature();
  private Published published;
  private Wire wire;

  private String repeat(String text, int times) {
    calls.incrementAndGet();
    if (text.startsWith("wait")) {
      asked.countDown();
      try {
        assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return text.repeat(times);
  }

  /** Is told of what failed, when all that ran is undone. */
  private final class Failures extends AbstractPhaseInterceptor<Message> {
    Failures() {
      super(Phase.INVOKE);
    }

    @Override
    public void handleMessage(Message message) {}

    @Override
    public void handleFault(Message message) {
      failures.add(message.getContent(Exception.class));
    }
  }

  @BeforeEach
  void open() throws Exception {
    Waiting service = this::repeat;
    published =
        Shops.publish(
            Waiting.class,
            service,
            SoapVersion.SOAP_1_1,
            factory -> {
              factory.getFeatures().add(ofServer);
              factory.getInInterceptors().add(new Failures());
            });
    wire = new Wire(published.url());
  }

  @AfterEach
  void close() {
    wire.close();
    published.close();
  }

  /** What is being sent when the connection has gone. */
  enum Sending {
    A_WHOLE_ANSWER,
    A_DELTA
  }

  @ParameterizedTest
  @EnumSource(Sending.class)
  void aSendThatFailsEndsTheCallAndTheNextOnesAreDifferences(Sending what) throws Exception {
    Waiting port = Shops.client(Waiting.class, wire.url(), ofClient);
    assertThat(port.repeat("a", 1000)).hasSize(1000);
    String said = wire.passed().get(0).told("castile");
    assertThat(said).startsWith("1;v=");
    String field = what == Sending.A_DELTA ? "1;b" + said.substring("1;v".length()) : "1";
    String text = "wait" + "0123456789abcdef".repeat(CHARACTERS / 16);

    URI address = URI.create(published.url());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket.setSoLinger(true, 0); // what is closed is reset
      byte[] body = envelope(text).getBytes(StandardCharsets.UTF_8);
      String head =
          "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: text/xml; charset=utf-8\r\nCastile: %s\r\n"
              .formatted(address.getPath(), address.getPort(), field);
      socket
          .getOutputStream()
          .write((head + "Content-Length: " + body.length + "\r\n\r\n").getBytes("ASCII"));
      socket.getOutputStream().write(body);
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    }
    gone.countDown();

    assertThat(failures.poll(60, TimeUnit.SECONDS)).isNotNull();
    for (int i = 2; i < 5; i++) {
      assertThat(port.repeat("a", 1000 + i)).hasSize(1000 + i);
    }
    assertThat(calls).hasValue(5);
    assertThat(wire.passed().subList(1, 4)).allMatch(Passed::isDelta);
    assertThat(ofClient.getLink().statistics().mismatches()).isZero();
    assertThat(failures).isEmpty();
  }

  private static String envelope(String text) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
        + "<w:repeat xmlns:w='urn:castile:waiting'><arg0>"
        + text
        + "</arg0><arg1>1</arg1></w:repeat></e:Body></e:Envelope>";
  }
}
