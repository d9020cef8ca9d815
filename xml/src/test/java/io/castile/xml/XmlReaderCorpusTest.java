package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

/** Real documents read as the JDK's parser reads them. */
@Tag("long")
class XmlReaderCorpusTest {
  @Test
  void messagesGiveTheSameEventsAsTheJdkParser() throws IOException {
    assertSameEvents(Corpus.files(Corpus.root().resolve("messages"), ""));
  }

  @Test
  void descriptionsAndSchemasGiveTheSameEventsAsTheJdkParser() throws IOException {
    assertSameEvents(Corpus.files(Corpus.root(), ".wsdl", ".xsd"));
  }

  private static void assertSameEvents(List<Path> files) throws IOException {
    int accepted = 0;
    for (Path file : files) {
      byte[] document = Files.readAllBytes(file);
      List<String> expected;
      try {
        expected = Traces.ofJdk(document);
      } catch (SAXException e) {
        assertThatThrownBy(() -> Traces.ofReader(document))
            .as("%s, refused by the JDK: %s", file, e.getMessage())
            .isInstanceOf(XmlSyntaxException.class);
        continue;
      }
      assertThat(Traces.difference(expected, Traces.ofReader(document))).as("%s", file).isNull();
      accepted++;
    }
    assertThat(accepted).as("documents that both accept").isGreaterThan(files.size() / 2);
  }

  @Test
  void noPrefixOfAMessageIsAccepted() throws IOException {
    for (Path file : Corpus.files(Corpus.root().resolve("messages"), ".xml")) {
      byte[] document = Files.readAllBytes(file);
      if (document.length > 6000 || !isAccepted(document, document.length)) {
        continue;
      }
      int rootEnd = new String(document, StandardCharsets.ISO_8859_1).lastIndexOf('>');
      for (int length = 0; length < rootEnd - 1; length++) {
        assertThat(isAccepted(document, length)).as("%s cut to %s", file, length).isFalse();
      }
    }
  }

  private static boolean isAccepted(byte[] document, int length) {
    XmlReader in = new XmlReader();
    try {
      in.reset(document, 0, length);
      while (in.event() != XmlReader.END_DOCUMENT) {
        in.next();
      }
      return true;
    } catch (XmlSyntaxException e) {
      return false;
    }
  }
}
