package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages with attachments: which are kept, and for whom. */
final class AttachmentsTest {
  private static final String WITHOUT_WORD =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1h
      """;

  private static final String AN_HOUR = WITHOUT_WORD + "    attachments: true\n";

  private final AtomicInteger count = new AtomicInteger();

  private TestOrigin counting() throws Exception {
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  /** Answers with parts, each time with another boundary. */
  private TestOrigin packing(String header, String body) throws Exception {
    return new TestOrigin(
        request -> {
          Multipart answer =
              Multipart.xop("b" + count.incrementAndGet(), envelope(header, body))
                  .part(new byte[] {0, 1, (byte) 200, '\r', '\n'}, "Content-ID: <data>");
          return new Answer(200, List.of("Content-Type: " + answer.type()), answer.bytes(), false);
        });
  }

  private static Multipart photo(String header, String boundary, String id, String data) {
    String include =
        "<i:Include xmlns:i=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:" + id + "\"/>";
    String body = "<q:ask xmlns:q=\"urn:q\"><photo>" + include + "</photo></q:ask>";
    return Multipart.xop(boundary, envelope(header, body))
        .part(data, "Content-Type: image/png", "Content-ID: <" + id + ">");
  }

  private static HttpResponse<byte[]> post(
      Gateway gateway, byte[] content, String type, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Soap.uri(gateway, "/service"))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(content));
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    return Soap.send(request.build());
  }

  private static String text(Gateway gateway, Multipart message, String... fields)
      throws Exception {
    return new String(
        post(gateway, message.bytes(), message.type(), fields).body(), StandardCharsets.UTF_8);
  }

  @Test
  void theSamePhotoIsAskedOnce() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      Multipart first = photo("", "b1", "1@x", "photo");
      String answered = text(gateway, first);
      assertThat(text(gateway, photo("", "b2", "2@y", "photo"))).isEqualTo(answered);
      assertThat(text(gateway, photo("", "b1", "1@x", "Photo"))).isNotEqualTo(answered);

      assertThat(origin.requests()).hasSize(2);
      assertThat(origin.requests().get(0).content()).isEqualTo(first.bytes());
      assertThat(origin.requests().get(0).fields().getFirst("Content-Type"))
          .isEqualTo(first.type());
      assertThat(gateway.statistics().rows())
          .singleElement()
          .satisfies(row -> assertThat(row.hits()).isEqualTo(1));
    }
  }

  @Test
  void answersWithPartsAreGivenByteForByte() throws Exception {
    String body = "<q:askResponse xmlns:q=\"urn:q\"/>";
    try (TestOrigin origin = packing("", body);
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      byte[] question = question("one").getBytes(StandardCharsets.UTF_8);
      HttpResponse<byte[]> direct = post(gateway, question, "text/xml", "Accept", "*/*");
      for (String coding : List.of("identity", "gzip")) {
        HttpResponse<byte[]> kept =
            post(gateway, question, "text/xml", "Accept", "*/*", "Accept-Encoding", coding);
        assertThat(cacheStatus(kept)).isEqualTo("Castile; hit");
        assertThat(kept.body()).isEqualTo(direct.body());
        assertThat(kept.headers().firstValue("content-type"))
            .isEqualTo(direct.headers().firstValue("content-type"));
      }
      assertThat(origin.requests()).hasSize(1);

      // Who takes other forms of answers does not get this one.
      post(gateway, question, "text/xml", "Accept", "text/xml");
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | <s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>",
        "<w:Security xmlns:w='urn:w'/> | <q:askResponse xmlns:q='urn:q'/>",
        "'' | ''"
      })
  void packagesThatAreForNobodyElseAreNotKept(String header, String body) throws Exception {
    try (TestOrigin origin = packing(header, body);
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      Multipart photo = photo("", "b", "1@x", "photo");
      assertThat(text(gateway, photo)).isNotEqualTo(text(gateway, photo));
    }
  }

  @Test
  void aMalformedAnswerIsNotKept() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.of(200, "--b", "Content-Type: multipart/related; boundary=b"));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      Multipart photo = photo("", "b", "1@x", "photo");
      for (int i = 0; i < 2; i++) {
        assertThat(text(gateway, photo)).isEqualTo("--b");
      }
      assertThat(origin.requests()).hasSize(2);
    }
  }

  /** A policy of before that word caches as it did. */
  @Test
  void withoutTheWordMessagesWithPartsPass() throws Exception {
    String other = "  - {operation: other, cache: true, ttl: 1h, attachments: true}\n";
    for (String policy : List.of(WITHOUT_WORD, WITHOUT_WORD + other)) {
      try (TestOrigin origin = packing("", "<q:askResponse xmlns:q='urn:q'/>");
          Gateway gateway = gateway(origin.uri(), policy)) {
        Multipart photo = photo("", "b", "1@x", "photo");
        assertThat(text(gateway, photo)).isNotEqualTo(text(gateway, photo));
        assertThat(post(gateway, question("a").getBytes(StandardCharsets.UTF_8), "text/xml").body())
            .isNotEqualTo(
                post(gateway, question("a").getBytes(StandardCharsets.UTF_8), "text/xml").body());
        assertThat(origin.requests()).hasSize(4);
      }
    }
  }

  @Test
  void largeMessagesPass() throws Exception {
    String large = "x".repeat(2 << 20);
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      Multipart photo = photo("", "b", "1@x", large);
      assertThat(text(gateway, photo)).isNotEqualTo(text(gateway, photo));
      assertThat(origin.requests().get(1).content()).isEqualTo(photo.bytes());
    }
  }

  /** Nobody gets the answer of another caller, as for messages without parts. */
  @Test
  void usersHaveTheirOwnAnswers() throws Exception {
    for (String vary : List.of("", "    vary: [wsSecurityUser]\n")) {
      try (TestOrigin origin = counting();
          Gateway gateway = gateway(origin.uri(), AN_HOUR + vary)) {
        String nobodys = text(gateway, photo("", "b", "1@x", "photo"));
        String ann = text(gateway, photo(user("ann"), "b", "1@x", "photo"));
        String bob = text(gateway, photo(user("bob"), "b", "1@x", "photo"));
        String annAgain = text(gateway, photo(user("ann"), "c", "2@x", "photo"));

        assertThat(List.of(nobodys, ann, bob)).doesNotHaveDuplicates();
        assertThat(annAgain).isNotEqualTo(bob).isNotEqualTo(nobodys);
        assertThat(annAgain.equals(ann)).isEqualTo(!vary.isEmpty());
      }
    }
  }

  @Test
  void whoAddsCredentialsGetsAnAnswerOfTheirOwn() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      Multipart photo = photo("", "b", "1@x", "photo");
      String nobodys = text(gateway, photo);

      assertThat(text(gateway, photo, "Authorization", "Basic YTph")).isNotEqualTo(nobodys);
      assertThat(text(gateway, photo, "Cookie", "session=1")).isNotEqualTo(nobodys);
      assertThat(text(gateway, photo)).isEqualTo(nobodys);
    }
  }

  private static String user(String name) {
    String namespace =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    String type =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#"
            + "PasswordText";
    return "<w:Security xmlns:w=\""
        + namespace
        + "\"><w:UsernameToken><w:Username>"
        + name
        + "</w:Username><w:Password Type=\""
        + type
        + "\">p</w:Password></w:UsernameToken></w:Security>";
  }

  @Test
  void aCallWithPartsInvalidates() throws Exception {
    String policy = AN_HOUR + "  - {operation: set, invalidates: [ask], attachments: true}\n";
    Multipart set =
        Multipart.xop("b", envelope("", "<q:set xmlns:q=\"urn:q\"/>"))
            .part("data", "Content-ID: <1>");
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      Multipart photo = photo("", "b", "1@x", "photo");
      String before = text(gateway, photo);
      text(gateway, set);

      assertThat(text(gateway, photo)).isNotEqualTo(before);
    }
  }

  /** A message with an id has another answer each time, whose parts nobody rewrites. */
  @Test
  void anAddressedAnswerWithPartsIsNotKept() throws Exception {
    String header =
        "<a:MessageID xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:uuid:1</a:MessageID>";
    try (TestOrigin origin = packing("", "<q:askResponse xmlns:q='urn:q'/>");
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      Multipart photo = photo(header, "b", "1@x", "photo");
      assertThat(text(gateway, photo)).isNotEqualTo(text(gateway, photo));
    }
  }

  @Test
  void randomBytesPassUnchanged() throws Exception {
    Random random = new Random(7);
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    new Answer(
                        200,
                        List.of("Content-Type: " + request.fields().getFirst("Content-Type")),
                        request.content(),
                        request.content().length == 0));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 300; i++) {
        Multipart photo = photo("", "b", "1@x", "photo");
        byte[] message = photo.bytes();
        int from = random.nextInt(message.length);
        byte[] piece = new byte[random.nextInt(20)];
        random.nextBytes(piece);
        System.arraycopy(piece, 0, message, from, Math.min(piece.length, message.length - from));
        if (i % 3 == 0) {
          random.nextBytes(message);
        }

        HttpRequest request =
            HttpRequest.newBuilder(Soap.uri(gateway, "/" + i))
                .header("Content-Type", photo.type())
                .POST(BodyPublishers.ofByteArray(message))
                .build();
        assertThat(Soap.send(request).body()).isEqualTo(message);
        assertThat(origin.requests().get(i).content()).isEqualTo(message);
      }
    }
  }
}
