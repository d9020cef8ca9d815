package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Element;
import io.castile.xml.XmlName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks attributes of schema elements whose values are words, numbers or names (XML Schema part 1,
 * schema for schemas). A word that is none of those expected is left out, so that the default
 * counts; XSOM would fail, or take it for another.
 */
final class AttributeValues {
  private static final Set<String> BOOLEAN = Set.of("true", "false", "1", "0");
  private static final Set<String> FORM = Set.of("qualified", "unqualified");
  private static final Set<String> CONTENTS = Set.of("strict", "lax", "skip");
  private static final Set<String> USE = Set.of("optional", "required", "prohibited");
  private static final Set<String> DERIVATIONS =
      Set.of("#all", "extension", "restriction", "substitution", "list", "union");

  /** The words that an attribute may have, whatever its element. */
  private static final Map<String, Set<String>> WORDS =
      Map.ofEntries(
          Map.entry("abstract", BOOLEAN),
          Map.entry("nillable", BOOLEAN),
          Map.entry("mixed", BOOLEAN),
          Map.entry("form", FORM),
          Map.entry("elementFormDefault", FORM),
          Map.entry("attributeFormDefault", FORM),
          Map.entry("processContents", CONTENTS),
          Map.entry("use", USE));

  /** Attributes with a list of words. */
  private static final Set<String> LISTS = Set.of("block", "final", "blockDefault", "finalDefault");

  private static final Pattern COUNT = Pattern.compile("\\+?[0-9]+|-0+");

  private final List<Problem> problems;

  AttributeValues(List<Problem> problems) {
    this.problems = problems;
  }

  /**
   * Checks how often particles may come.
   *
   * @throws DocumentException if that is no number
   */
  static void checkOccurrence(Components components) throws DocumentException {
    for (Components.Name name : components.names()) {
      Element definition = components.definition(name);
      if (definition != null) {
        checkOccurrence(definition);
      }
    }
  }

  private static void checkOccurrence(Element element) throws DocumentException {
    if (!element.name().getNamespaceURI().equals(Xsd.NAMESPACE) || Xsd.is(element, "annotation")) {
      return;
    }
    checkOccurrence(element, "minOccurs", "a number that is not negative");
    checkOccurrence(element, "maxOccurs", "a number that is not negative, or 'unbounded'");
    for (Element child : element.children().toList()) {
      checkOccurrence(child);
    }
  }

  private static void checkOccurrence(Element element, String name, String expected)
      throws DocumentException {
    String value = element.attribute(name);
    if (value == null
        || COUNT.matcher(value.strip()).matches()
        || name.equals("maxOccurs") && value.strip().equals("unbounded")) {
      return;
    }
    throw new DocumentException(
        element.place(), "expected " + expected + " as " + name + ", found '" + value + "'");
  }

  /** Returns an element of a schema without attributes whose value is none that it may have. */
  Element mended(Element element) {
    Element mended = element;
    for (Map.Entry<String, Set<String>> each : WORDS.entrySet()) {
      String value = element.attribute(each.getKey());
      if (value != null && !each.getValue().contains(value.strip())) {
        mended = without(mended, each.getKey(), value, each.getValue());
      }
    }
    for (String name : LISTS) {
      String value = element.attribute(name);
      if (value != null
          && !value.isBlank()
          && !DERIVATIONS.containsAll(List.of(value.strip().split("\\s+")))) {
        mended = without(mended, name, value, DERIVATIONS);
      }
    }
    return mended;
  }

  private Element without(Element element, String name, String value, Set<String> expected) {
    problems.add(
        Problem.warning(
            element.place(),
            "expected one of "
                + String.join(", ", expected.stream().sorted().toList())
                + " as "
                + name
                + ", found '"
                + value
                + "'",
            "the default is taken"));
    return element.withAttribute(name, null);
  }

  /** An element or attribute whose name no document can have. */
  static Problem noName(Element element, String name) {
    return Problem.error(
        element.place(),
        "expected a name without colon and blanks as the name of "
            + element.name().getLocalPart()
            + ", found '"
            + name
            + "'",
        "it is left out, as no document can have it");
  }

  /** Whether a text is a name without a colon (Namespaces in XML 1.0, NCName). */
  static boolean isName(@Nullable String text) {
    try {
      return text != null && !XmlName.checkedLocal(text.strip()).isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
