package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.WebServiceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limit of a call holds for reading its answer, too. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReadingTimeoutTest {

  /** Takes a while for each value. */
  static final class Slow extends XmlAdapter<String, String> {
    static volatile int read;

    @Override
    public String unmarshal(String value) {
      read++;
      long end = System.nanoTime() + 5_000_000;
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      return value;
    }

    @Override
    public String marshal(String value) {
      return value;
    }
  }

  public static class Item {
    @XmlJavaTypeAdapter(Slow.class)
    public String text;
  }

  @WebService(targetNamespace = "urn:slow")
  public interface Port {
    List<Item> items();
  }

  private static String answer(String body) {
    String message =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + body
            + "</e:Body></e:Envelope>";
    return "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: "
        + message.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + message;
  }

  private static String items(String start, int count) {
    return "<s:itemsResponse xmlns:s='urn:slow'>"
        + ("<return" + start + "><text>x</text></return>").repeat(count)
        + "</s:itemsResponse>";
  }

  private static Throwable failure(String body, Duration limit) throws Exception {
    Slow.read = 0;
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.sendAndClose(answer(body)))) {
      Port port =
          TestPort.of(Port.class).endpoint(server.url()).http(t -> t.callTimeout(limit)).build();
      return catchThrowable(port::items);
    }
  }

  /** The same where the answer has come in time, which is a matter of the machine. */
  private static Throwable failureToRead(String body, Duration limit) throws Exception {
    Throwable failure = failure(body, limit);
    while (failure != null && !failure.getMessage().contains("not read within")) {
      assertThat(failure).hasMessageContaining("call timeout of " + limit.toMillis() + " ms");
      failure = failure(body, limit);
    }
    return failure;
  }

  @Test
  void anAnswerThatIsReadTooLateIsNoAnswer() throws Exception {
    Throwable failure = failureToRead(items("", 200), Duration.ofMillis(500));

    assertThat(failure)
        .isInstanceOf(WebServiceException.class)
        .hasCauseInstanceOf(SoapTransportException.class)
        .hasMessageContaining("not read within the call timeout of 500 ms");
  }

  @Test
  void readingEndsLongBeforeTheAnswerDoes() throws Exception {
    Throwable failure = failureToRead(items(" a='1'", 2_000), Duration.ofMillis(500));

    assertThat(failure).hasMessageContaining("not read within the call timeout of 500 ms");
    assertThat(Slow.read).isLessThan(2_000);
  }

  @Test
  void anAnswerThatIsReadInTimeIsGiven() throws Exception {
    assertThat(failure(items("", 3), Duration.ofSeconds(30))).isNull();
  }
}
