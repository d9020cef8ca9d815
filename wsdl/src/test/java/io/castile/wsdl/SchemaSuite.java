package io.castile.wsdl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The cases of the W3C's XML Schema test suite that concern schemas of version 1.0. */
final class SchemaSuite {
  private static final String NAMESPACE = "http://www.w3.org/XML/2004/xml-schema-test-suite/";
  private static final String XLINK = "http://www.w3.org/1999/xlink";

  /**
   * A schema of the suite.
   *
   * @param contributor who gave it to the suite
   * @param documents files that make up the schema
   * @param isValid what the suite says of it
   */
  record Case(String contributor, String name, List<Path> documents, boolean isValid) {}

  private final DocumentBuilder builder;

  SchemaSuite() throws ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null); // which would print what is expected
  }

  /**
   * Reads the sets of tests in a folder, those whose expected result is valid or invalid.
   *
   * @param folder with {@code suite.xml}
   */
  List<Case> cases(Path folder) throws IOException, SAXException {
    List<Case> cases = new ArrayList<>();
    for (Element set : elements(parsed(folder.resolve("suite.xml")), "testSetRef")) {
      Path file = folder.resolve(set.getAttributeNS(XLINK, "href"));
      if (Files.exists(file)) {
        Element root = parsed(file).getDocumentElement();
        for (Element test : elements(root.getOwnerDocument(), "schemaTest")) {
          if (isOfVersion(root)
              && isOfVersion((Element) test.getParentNode())
              && isOfVersion(test)) {
            add(root.getAttribute("contributor"), file, test, cases);
          }
        }
      }
    }
    return cases;
  }

  private static void add(String contributor, Path file, Element test, List<Case> cases) {
    List<Path> documents = new ArrayList<>();
    String validity = "";
    for (Node each = test.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element child && child.getLocalName().equals("schemaDocument")) {
        documents.add(file.resolveSibling(child.getAttributeNS(XLINK, "href")).normalize());
      } else if (each instanceof Element child
          && child.getLocalName().equals("expected")
          && isOfVersion(child)) {
        validity = child.getAttribute("validity");
      }
    }
    if (validity.equals("valid") || validity.equals("invalid")) {
      cases.add(
          new Case(contributor, test.getAttribute("name"), documents, validity.equals("valid")));
    }
  }

  private static boolean isOfVersion(Element element) {
    String versions = element.getAttribute("version");
    return versions.isEmpty() || Set.of(versions.split(" ")).contains("1.0");
  }

  private static List<Element> elements(Document document, String name) {
    NodeList found = document.getElementsByTagNameNS(NAMESPACE, name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private Document parsed(Path file) throws IOException, SAXException {
    return builder.parse(file.toFile());
  }

  /** Returns a description that imports the schema, with an operation for each of its elements. */
  String description(Case schema) {
    StringBuilder imports = new StringBuilder();
    StringBuilder messages = new StringBuilder();
    StringBuilder operations = new StringBuilder();
    StringBuilder bound = new StringBuilder();
    for (Path document : schema.documents()) {
      String namespace = "";
      List<String> names = new ArrayList<>();
      try {
        Element root = parsed(document).getDocumentElement();
        namespace = root.getAttribute("targetNamespace");
        for (Node each = root.getFirstChild(); each != null; each = each.getNextSibling()) {
          if (each instanceof Element element && element.getLocalName().equals("element")) {
            names.add(element.getAttribute("name"));
          }
        }
      } catch (IOException | SAXException e) {
        names.clear(); // the reader has to say so
      }
      imports.append(
          "<x:import%s schemaLocation='%s'/>"
              .formatted(
                  namespace.isEmpty() ? "" : " namespace='" + escaped(namespace) + "'",
                  document.toUri()));
      for (String name : names) {
        int number = messages.length();
        messages.append(
            "<w:message name='m%d'><w:part name='p' element='%s' xmlns%s/></w:message>"
                .formatted(
                    number,
                    escaped(namespace.isEmpty() ? name : "e:" + name),
                    namespace.isEmpty() ? "=''" : ":e='" + escaped(namespace) + "'"));
        operations.append(
            "<w:operation name='o%1$d'><w:input message='t:m%1$d'/></w:operation>"
                .formatted(number));
        bound.append(
            "<w:operation name='o%1$d'><w:input><s:body use='literal'/></w:input></w:operation>"
                .formatted(number));
      }
    }
    return Wsdl.of(
        "<w:types><x:schema targetNamespace='urn:castile:none'>"
            + imports
            + "</x:schema></w:types>"
            + messages
            + "<w:portType name='P'>"
            + operations
            + "</w:portType><w:binding name='B' type='t:P'>"
            + "<s:binding transport='http://schemas.xmlsoap.org/soap/http'/>"
            + bound
            + "</w:binding>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;");
  }
}
