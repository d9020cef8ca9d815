package io.castile.gateway;

import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What has been answered when a gateway ends comes to the client as a whole. */
final class EndedAnswersTest {
  private static final int COUNT = 12;

  @Test
  @Tag("long")
  void answersThatAreStillWrittenAreNotCutOff() throws Exception {
    String large = Soap.answer("x".repeat(900 << 10));
    try (TestOrigin origin = new TestOrigin(each -> Answer.soap(large))) {
      Gateway gateway =
          Soap.gateway(origin.uri(), "rules: [{operation: ask, cache: true, ttl: 1h}]");
      Soap.post(gateway, question("q"));
      String content = question("q");
      String request =
          "POST /service HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=utf-8\r\n"
              + "SOAPAction: \"\"\r\nContent-Length: "
              + content.length()
              + "\r\n\r\n"
              + content;
      try (Socket socket = new Socket()) {
        socket.setReceiveBufferSize(8192);
        socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(request.repeat(COUNT).getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        String first = new String(in.readNBytes(8), StandardCharsets.US_ASCII);
        TimeUnit.MILLISECONDS.sleep(500); // in which most are answered
        CompletableFuture<Boolean> drained =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return gateway.drain();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
        TimeUnit.MILLISECONDS.sleep(500); // while the client reads nothing
        String read = first + new String(in.readAllBytes(), StandardCharsets.US_ASCII);

        assertThat(drained.get()).isTrue();
        assertThat(read.endsWith("Envelope>")).isTrue();
        assertThat(count(read, "</")).isEqualTo(count(large, "</") * count(read, "HTTP/1.1 200"));
      }
    }
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
