package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.WsdlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Damaged requests by JSON of the operations of real descriptions: each is an envelope of its
 * operation that the JDK's parser reads, or a problem of the caller.
 */
final class MutatedJsonTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  /**
   * Parts of which damaged requests have more than chance would give them. None makes a name of
   * characters that XML has only since its fifth edition, which the JDK's parser does not read.
   */
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "null",
    "true",
    "1e999999999",
    "-0.0",
    "NaN",
    "\\ud800",
    "\\u0000",
    "\"@xsi:type\":",
    "\"$\":",
    "\"$sequence\":",
    "\"*\":",
    "\"@xsi:nil\":true,",
    "<",
    "&",
    "]]>",
    "\"{urn:x}y\":",
    "\"xmlns:a\":",
    "\"@xmlns\":",
    "99999999999999999999",
    "\u00e4"
  };

  private record Sample(JsonOperation operation, byte[] json) {}

  private static List<Sample> samples(int most) throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> files = new ArrayList<>();
    try (Stream<Path> found = Files.walk(CORPUS, 3)) {
      found.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(files::add);
    }
    List<Sample> samples = new ArrayList<>();
    for (Path file : files) {
      int of = samples.size() + most;
      for (JsonOperation each :
          JsonService.of(WsdlReader.create().lazy().read(file.toUri())).operations()) {
        if (samples.size() < of && !each.values().isEncoded()) {
          try {
            String template = each.values().template();
            String json = template.isEmpty() ? "{}" : JsonMessages.json(each.values(), template);
            samples.add(new Sample(each, json.getBytes(UTF_8)));
          } catch (UnsupportedOperationException e) {
            continue; // with attachments, or in another form that is not called
          }
        }
      }
    }
    assertThat(samples).hasSizeGreaterThan(100);
    return samples;
  }

  @Test
  @Tag("long")
  void damagedRequestsAreEnvelopesOrProblems() throws Exception {
    run(samples(3), 20_000);
  }

  /** A million of them by {@code -Dcastile.fuzz.json=1000000}, which takes some minutes. */
  @Test
  @Tag("long")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void manyDamagedRequestsAreEnvelopesOrProblems() throws Exception {
    run(samples(20), Integer.getInteger("castile.fuzz.json", 200_000));
  }

  private static void run(List<Sample> samples, int count) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    DocumentBuilder parser = factory.newDocumentBuilder();
    parser.setErrorHandler(null);
    Random random = new Random(49);
    int envelopes = 0;
    int problems = 0;
    int texts = 0;
    for (int i = 0; i < count; i++) {
      Sample sample = samples.get(random.nextInt(samples.size()));
      byte[] json = i < samples.size() ? samples.get(i).json : damaged(sample.json, random);
      JsonOperation operation = i < samples.size() ? samples.get(i).operation : sample.operation;
      try {
        byte[] envelope = operation.envelope(JsonText.object(json));
        check(parser, operation, envelope, json);
        envelopes++;
      } catch (JsonException e) {
        assertThat(e).hasMessageMatching("(?s).+");
        texts++;
      } catch (ProblemException e) {
        assertThat(e.problem().status()).as(new String(json, UTF_8)).isEqualTo(400);
        assertThat(e.problem().detail()).isNotEmpty();
        problems++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(operation.name() + ": " + new String(json, UTF_8), e);
      }
    }
    assertThat(List.of(envelopes, problems, texts)).allMatch(each -> each > count / 50);
  }

  private static void check(
      DocumentBuilder parser, JsonOperation operation, byte[] envelope, byte[] json)
      throws Exception {
    Element root;
    try {
      root = parser.parse(new ByteArrayInputStream(envelope)).getDocumentElement();
    } catch (SAXException e) {
      throw new AssertionError(new String(json, UTF_8) + " as " + new String(envelope, UTF_8), e);
    }
    List<String> parts = new ArrayList<>();
    List<QName> body = new ArrayList<>();
    for (Element part : children(root)) {
      parts.add(part.getLocalName());
      if (part.getLocalName().equals("Body")) {
        children(part).forEach(each -> body.add(name(each)));
      }
    }
    assertThat(parts).isIn(List.of("Body"), List.of("Header", "Body"));
    QName element = operation.element();
    assertThat(body).isEqualTo(element == null ? List.of() : List.of(element));
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static QName name(Element element) {
    String namespace = element.getNamespaceURI();
    return new QName(namespace == null ? "" : namespace, element.getLocalName());
  }

  /** Replaces, drops, doubles or adds a part, once or more. */
  private static byte[] damaged(byte[] json, Random random) {
    byte[] damaged = json;
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times && damaged.length > 0; i++) {
      int from = random.nextInt(damaged.length);
      int to = Math.min(damaged.length, from + random.nextInt(12));
      byte[] piece =
          switch (random.nextInt(5)) {
            case 0 -> new byte[] {(byte) (random.nextInt(20) == 0 ? 0xff : random.nextInt(128))};
            case 1 -> new byte[0];
            case 2 -> Arrays.copyOfRange(damaged, from, Math.min(damaged.length, from + 40));
            case 3 -> value(random).getBytes(UTF_8);
            default -> PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8);
          };
      byte[] next = new byte[from + piece.length + damaged.length - to];
      System.arraycopy(damaged, 0, next, 0, from);
      System.arraycopy(piece, 0, next, from, piece.length);
      System.arraycopy(damaged, to, next, from + piece.length, damaged.length - to);
      damaged = next;
    }
    return damaged;
  }

  private static String value(Random random) {
    return Map.of(0, "\"x\"", 1, "12", 2, "{}", 3, "[null]", 4, "\"2026-01-01\"")
        .get(random.nextInt(5));
  }
}
