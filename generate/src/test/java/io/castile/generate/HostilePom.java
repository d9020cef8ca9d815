package io.castile.generate;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Checks a pom of a hostile description: it has the elements of any other, and names in them. */
final class HostilePom {
  private static final Set<String> PLUGINS =
      Set.of("maven-resources-plugin", "maven-compiler-plugin", "exec-maven-plugin");

  private HostilePom() {}

  static void check(String pom, Generated generated) throws Exception {
    if (pom.contains("${")) {
      throw new AssertionError("the pom has an expression: " + pom);
    }
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(pom.getBytes(StandardCharsets.UTF_8)));
    List<String> plugins = texts(document, "plugin");
    if (plugins.size() != PLUGINS.size()) {
      throw new AssertionError("the pom has other plugins: " + plugins);
    }
    String main = document.getElementsByTagName("mainClass").item(0).getTextContent();
    if (!main.equals(generated.main() == null ? generated.interfaces().get(0) : generated.main())
        || !SourceVersion.isName(main)) {
      throw new AssertionError("the pom runs " + main);
    }
  }

  private static List<String> texts(Document document, String name) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < document.getElementsByTagName(name).getLength(); i++) {
      Node each = document.getElementsByTagName(name).item(i);
      texts.add(((Element) each).getElementsByTagName("artifactId").item(0).getTextContent());
    }
    return texts;
  }
}
