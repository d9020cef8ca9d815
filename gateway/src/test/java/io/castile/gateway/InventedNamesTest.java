package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.NettyOrigin.Service.Answer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that names operations which do not exist. */
@Tag("long")
final class InventedNamesTest {
  private static final int INVENTED = 10_500;

  private final AtomicInteger count = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(strings = {"ask", "'*'"})
  void cachingAndInvalidationGoOnAfterManyInventedNames(String cached) throws Exception {
    String policy =
        """
        rules:
          - {operation: %s, cache: true, ttl: 1h}
          - {operation: change, invalidates: ask}
        """
            .formatted(cached);
    try (NettyOrigin origin =
            new NettyOrigin(
                path -> new Answer("text/xml", answer("answer " + count.incrementAndGet())));
        Gateway gateway = gateway(origin.uri(), policy)) {
      invent(gateway);
      assertThat(count).hasValue(INVENTED);

      String first = post(gateway, question("one")).body();
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; hit");
      post(gateway, envelope("", "<q:change xmlns:q=\"urn:q\"/>"));

      assertThat(post(gateway, question("one")).body()).isNotEqualTo(first);
      assertThat(gateway.statistics().rows()).hasSizeLessThanOrEqualTo(10_001);
    }
  }

  private static void invent(Gateway gateway) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setTcpNoDelay(true);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 4_096);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      for (int i = 0; i < INVENTED; i++) {
        byte[] message =
            envelope("", "<q:invented" + i + " xmlns:q=\"urn:q\"/>")
                .getBytes(StandardCharsets.UTF_8);
        String head =
            "POST /service HTTP/1.1\r\nHost: gateway\r\nContent-Type: text/xml\r\nContent-Length: "
                + message.length
                + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(message);
        out.flush();
        skipResponse(in);
      }
    }
  }

  private static void skipResponse(DataInputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    int at = head.toString().toLowerCase(Locale.ROOT).indexOf("content-length: ");
    int length = Integer.parseInt(head.substring(at + 16, head.indexOf("\r\n", at)).strip());
    in.skipNBytes(length);
  }
}
