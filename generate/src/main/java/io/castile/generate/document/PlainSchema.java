package io.castile.generate.document;

import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;

/**
 * A schema as data, without customizations (Jakarta XML Binding §7), with which its author would
 * choose classes, packages and code. Customizations are for the user of a description to give.
 */
public final class PlainSchema {
  private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String MIME = "http://www.w3.org/2005/05/xmlmime";

  /** Namespaces of customizations, in all their versions, and of plugins of XJC. */
  private static final Pattern CUSTOMIZATION =
      Pattern.compile(
          "https?://(java\\.sun\\.com|xmlns\\.jcp\\.org|jakarta\\.ee)/xml/ns/jax(b|ws)(/.*)?"
              + "|https?://(jaxb2-commons|annox|jaxb)\\.dev\\.java\\.net(/.*)?"
              + "|https?://cxf\\.apache\\.org/(bindings/xjc|jaxws).*"
              + "|https?://hyperjaxb.*|urn:jaxb\\.jvnet\\.org:.*");

  private static final Pattern MEDIA_TYPES =
      Pattern.compile("(\\s*[\\w!#$&^.+*-]+/[\\w!#$&^.+*-]+\\s*(;[\\w\\s!#$&^.+*=;-]*)?(,|$))+");

  /** A description with more customizations than that has one problem for the rest of them. */
  private static final int MAX_PROBLEMS = 20;

  private PlainSchema() {}

  /**
   * Returns a schema, or an element of one, with what XJC may read: elements of XML Schema without
   * {@code appinfo}, the text of documentation, and attributes that are not addressed to a program.
   */
  public static Element of(Element element) {
    boolean isDocumentation = element.is(XSD, "documentation");
    List<Content> content = new ArrayList<>();
    for (Content each : element.content()) {
      if (isDocumentation) {
        collect(each, content);
      } else if (each instanceof Text) {
        content.add(each);
      } else if (each instanceof Element child && isKept(child)) {
        content.add(of(child));
      }
    }
    List<Attribute> attributes = element.attributes().stream().filter(PlainSchema::isKept).toList();
    return element.withContent(content).withAttributes(attributes);
  }

  private static void collect(Content content, List<Content> texts) {
    if (content instanceof Text) {
      texts.add(content);
    } else if (content instanceof Element element) {
      texts.add(new Text(" ")); // else words of two paragraphs become one
      element.content().forEach(each -> collect(each, texts));
      texts.add(new Text(" "));
    }
  }

  private static boolean isKept(Element element) {
    return element.name().getNamespaceURI().equals(XSD) && !element.is(XSD, "appinfo");
  }

  private static boolean isKept(Attribute attribute) {
    return switch (attribute.name().getNamespaceURI()) {
      case "", WSDL, XMLConstants.XML_NS_URI -> true; // wsdl:arrayType among them
      case MIME -> MEDIA_TYPES.matcher(attribute.value()).matches();
      default -> false;
    };
  }

  /** Returns the customizations of a document, which are not obeyed. */
  public static List<Problem> passedOver(Element document) {
    List<Element> found = new ArrayList<>();
    collect(document, prefixed(document), found);
    List<Problem> problems = new ArrayList<>();
    for (Element each : found.subList(0, Math.min(found.size(), MAX_PROBLEMS))) {
      problems.add(problem(each, "customization " + each.name() + " of the description"));
    }
    if (found.size() > MAX_PROBLEMS) {
      Element next = found.get(MAX_PROBLEMS);
      int count = found.size() - MAX_PROBLEMS;
      problems.add(problem(next, count + " more customizations of the description, from here on"));
    }
    return problems;
  }

  private static Problem problem(Element element, String what) {
    return Problem.warning(
        element.place(), what + ": passed over", "a binding file of your own may have it");
  }

  /** The outermost ones: what is in a customization is part of it. */
  private static void collect(Element element, Set<String> prefixed, List<Element> found) {
    String namespace = element.name().getNamespaceURI();
    if (element.name().getLocalPart().equals("documentation")) {
      return; // which may have an example of one
    }
    if (CUSTOMIZATION.matcher(namespace).matches() || prefixed.contains(namespace)) {
      found.add(element);
      return;
    }
    Set<String> within = element.is(XSD, "schema") ? prefixed(element) : prefixed;
    element.children().forEach(each -> collect(each, within, found));
  }

  /** The namespaces that a schema says are those of plugins (§6.1.2). */
  private static Set<String> prefixed(Element schema) {
    Set<String> namespaces = new LinkedHashSet<>();
    for (Attribute each : schema.attributes()) {
      if (each.name().getLocalPart().equals("extensionBindingPrefixes")
          && CUSTOMIZATION.matcher(each.name().getNamespaceURI()).matches()) {
        for (String prefix : each.value().strip().split("\\s+")) {
          String namespace = schema.namespaces().get(prefix);
          if (namespace != null && !namespace.equals(XSD) && !namespace.equals(WSDL)) {
            namespaces.add(namespace);
          }
        }
      }
    }
    return namespaces;
  }
}
