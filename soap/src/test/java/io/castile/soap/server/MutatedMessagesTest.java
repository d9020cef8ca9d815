package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.codec.CodecMode;
import io.castile.soap.Headers;
import io.castile.soap.PayloadText;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.internal.TransportOrigin;
import io.castile.soap.http.Transport;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged requests are the sender's fault: an endpoint answers each with a result or with a fault
 * that blames the sender, never with one of its own, and it answers whole requests afterwards.
 * Damaged responses are web service exceptions.
 *
 * <p>{@code -Dcastile.fuzz.rounds=N} sets the number of damaged messages.
 */
class MutatedMessagesTest {
  private static final int ROUNDS = Integer.getInteger("castile.fuzz.rounds", 5_000);
  private static final String[] SNIPPETS = {
    "<",
    ">",
    "/>",
    "</",
    "&",
    "&amp;",
    "&#0;",
    "&#x41;",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "<?",
    "<!DOCTYPE x>",
    "xmlns=''",
    "xmlns:e='urn:other'",
    " e:mustUnderstand='1'",
    "xsi:nil='true'",
    "e:",
    "\"",
    "'",
    "\u0000",
    "\uFFFF",
    "é",
    "99999999999999999999",
    "NaN",
    "-",
    " "
  };

  /** Everything that a field can be. */
  public static class Record {
    public String text;
    public int number;
    public Long large;
    public double real;
    public BigDecimal decimal;
    public boolean flag;
    public XMLGregorianCalendar time;
    public byte[] binary;
    public List<Record> children = new ArrayList<>();
  }

  @WebService(targetNamespace = "urn:mutated")
  public static class Echo {
    public Record echo(
        @WebParam(name = "record") Record record,
        @WebParam(name = "numbers") int[] numbers,
        @WebParam(name = "key", header = true) String key) {
      return record;
    }

    public void ping() {}
  }

  private static final class Answer implements Reply {
    private boolean fault;
    private String text;

    @Override
    public void accepted() {
      throw new AssertionError("no operation here is one-way");
    }

    @Override
    public void message(
        SoapVersion version, boolean isFault, boolean sender, Headers headers, Payload content) {
      fault = isFault;
      text = PayloadText.of(content);
    }
  }

  /** Of which nothing is known beside the message. */
  private static final class Unknown implements TransportOrigin {
    @Override
    public String address() {
      return "/";
    }

    @Override
    public Headers headers() {
      return Headers.NONE;
    }

    @Override
    public Map<String, Object> properties() {
      return Map.of();
    }
  }

  private static byte[] message(SoapVersion version) {
    return ("<e:Envelope xmlns:e='"
            + version.namespace()
            + "' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"
            + "<e:Header><k:key xmlns:k='urn:mutated' e:mustUnderstand='1'>secret</k:key>"
            + "</e:Header><e:Body><m:echo xmlns:m='urn:mutated'><record><text>a&lt;b</text>"
            + "<number>12</number><large>-5</large><real>1.5E3</real><decimal>0.10</decimal>"
            + "<flag>true</flag><time>2026-02-28T23:59:59.125+05:30</time>"
            + "<binary>AAEC</binary><children><number>1</number></children></record>"
            + "<numbers>1</numbers><numbers>2</numbers></m:echo></e:Body></e:Envelope>")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Answer serve(ServiceEndpoint endpoint, byte[] message) {
    Answer answer = new Answer();
    endpoint.serve(
        new ReceivedRequest.Whole(new RequestType(SoapVersion.SOAP_1_1, null, "", null), message),
        new Unknown(),
        answer);
    assertThat(answer.text).as("an answer").isNotNull();
    return answer;
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(CodecMode.class)
  void damagedRequestsAreTheSendersFault(CodecMode mode) {
    XmlLimits limits =
        XmlLimits.builder()
            .maxBytes(1 << 20)
            .maxDepth(64)
            .maxAttributes(64)
            .maxNameBytes(256)
            .maxTextBytes(1 << 20)
            .maxNamespaces(64)
            .build();
    ServiceEndpoint endpoint =
        new ServiceEndpoint(
            new Echo(),
            ServiceEndpoint.model(Echo.class, mode),
            ServiceSettings.builder().limits(limits).build());
    byte[][] whole = {message(SoapVersion.SOAP_1_1), message(SoapVersion.SOAP_1_2)};
    Random random = new Random(20260228);
    int results = 0;
    int faults = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = damage(whole[round % 2], random);
      String shown = new String(damaged, StandardCharsets.ISO_8859_1);

      Answer answer = serve(endpoint, damaged);

      if (answer.fault) {
        faults++;
        assertThat(answer.text)
            .as(shown)
            .doesNotContain(":Server<")
            .doesNotContain(":Receiver<")
            .containsAnyOf(":Client<", ":Sender<", ":VersionMismatch<", ":MustUnderstand<");
      } else {
        results++;
      }
      if (round % 1000 == 0) {
        assertThat(serve(endpoint, whole[round / 1000 % 2]).text)
            .contains("<text>a&lt;b</text>")
            .contains("<time>2026-02-28T23:59:59.125+05:30</time>");
      }
    }
    assertThat(results).isPositive();
    assertThat(faults).isGreaterThan(results / 10);
  }

  @WebService(targetNamespace = "urn:mutated")
  interface EchoPort {
    Record echo(@WebParam(name = "record") Record record);
  }

  @Test
  void damagedResponsesAreWebServiceExceptions() throws Throwable {
    byte[] whole =
        new String(message(SoapVersion.SOAP_1_1), StandardCharsets.UTF_8)
            .replace(" e:mustUnderstand='1'", "")
            .replace("m:echo", "m:echoResponse")
            .replace("record>", "return>")
            .getBytes(StandardCharsets.UTF_8);
    byte[] fault =
        ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
                + "<faultcode>e:Server</faultcode><faultstring>no</faultstring><detail>"
                + "<d:x xmlns:d='urn:d' a='1'>y</d:x></detail></e:Fault></e:Body></e:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    Random random = new Random(20260301);
    byte[][] next = {whole};
    Transport transport =
        new Transport() {
          @Override
          public Incoming send(Outgoing message) {
            return new Incoming(200, Headers.of("content-type", "text/xml"), next[0]);
          }

          @Override
          public void close() {}
        };
    try (SoapClient client =
        new SoapClient(ServiceModel.of(EchoPort.class), XmlLimits.DEFAULT, List.of(), transport)) {
      OperationModel echo = client.model().operations().get(0);
      SoapClient.Options options =
          new SoapClient.Options("http://localhost/", SoapVersion.SOAP_1_1, null, Headers.NONE);
      for (int round = 0; round < ROUNDS; round++) {
        next[0] = damage(round % 3 == 0 ? fault : whole, random);
        Throwable thrown =
            catchThrowable(() -> client.call(echo, new Object[1], options, response -> {}));
        if (thrown != null) {
          assertThat(thrown)
              .as(new String(next[0], StandardCharsets.ISO_8859_1))
              .isInstanceOf(WebServiceException.class);
        }
      }
      next[0] = whole;
      Record record = (Record) client.call(echo, new Object[1], options, response -> {});
      assertThat(record.text).isEqualTo("a<b");
    }
  }

  private static byte[] damage(byte[] whole, Random random) {
    byte[] bytes = whole;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> {
          bytes = bytes.clone();
          bytes[at] = (byte) random.nextInt(256);
        }
        case 1 -> bytes = join(bytes, at, new byte[0], Math.min(bytes.length, at + 1));
        case 2 -> {
          String snippet = SNIPPETS[random.nextInt(SNIPPETS.length)];
          bytes = join(bytes, at, snippet.getBytes(StandardCharsets.UTF_8), at);
        }
        case 3 -> {
          int end = Math.min(bytes.length, at + random.nextInt(30));
          bytes = join(bytes, at, Arrays.copyOfRange(bytes, at, end), at);
        }
        default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
      }
    }
    return bytes;
  }

  private static byte[] join(byte[] bytes, int head, byte[] middle, int tail) {
    byte[] joined = Arrays.copyOf(bytes, head + middle.length + bytes.length - tail);
    System.arraycopy(middle, 0, joined, head, middle.length);
    System.arraycopy(bytes, tail, joined, head + middle.length, bytes.length - tail);
    return joined;
  }
}
