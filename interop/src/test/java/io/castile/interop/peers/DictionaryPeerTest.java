package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.template.Templates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is sent by {@code dcz} (RFC 9842) is read by another implementation of Zstandard. */
final class DictionaryPeerTest {
  /** Shorter messages are not compressed. */
  private static final int MIN_BYTES = 512;

  private static final String REQUEST =
      "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
          + "<l:next xmlns:l=\"urn:castile:lab\"><step>%d</step></l:next></e:Body></e:Envelope>";

  @Test
  void readsWhatWasServedWithADictionary() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "Python is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    Path script = Programs.module().resolve("src/test/python/dcz.py");
    String steps = String.valueOf(Batches.STEPS);
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .templates(Templates.off())
            .differential(true)
            .publish("/lab", new LabService())
            .start()) {
      String url = server.url("/lab");
      List<String> lines =
          Programs.run(script.getParent(), python.toString(), script.toString(), url, steps)
              .lines()
              .toList();
      assertThat(lines).hasSize(Batches.STEPS);
      for (int step = 0; step < Batches.STEPS; step++) {
        byte[] message = message(url, step);
        String[] read = lines.get(step).split(" ");
        boolean coded = message.length >= MIN_BYTES;
        String coding = step == 0 ? "zstd" : "dcz";
        assertThat(read[0]).isEqualTo(coded ? coding : "None");
        assertThat(Integer.parseInt(read[1]) < message.length).isEqualTo(coded);
        assertThat(read[2]).isEqualTo(sha256(message));
      }
    }
  }

  private static byte[] message(String url, int step) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(REQUEST.formatted(step)))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
  }

  private static String sha256(byte[] message) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(message));
  }
}
