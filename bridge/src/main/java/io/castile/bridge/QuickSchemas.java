package io.castile.bridge;

import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.value.Plans;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether small messages are soon compared with schemas, whatever is in them: a pattern may
 * take time by a power of the length of a text, one that only a schema validator understands takes
 * one for each text, the JDK's validator unrolls a number of occurrences, and its errors name all
 * values of an enumeration. For one expression.
 */
final class QuickSchemas {
  /** The ways in which a repeated character may be taken. */
  private static final double MANY = 1_000;

  /** One repetition, and what little else there is. */
  private static final double MAX_WAYS = 100 * MANY;

  /** Of one particle, times those of the particles around it. */
  private static final int MAX_OCCURRENCES = 100;

  private static final Set<String> MODELS = Set.of("sequence", "choice", "all");

  /** Each value that is none of them is compared with all, and its error may name all. */
  private static final int MAX_VALUES = 500;

  private static final int MAX_DEPTH = 50;

  private final String expression;
  private int at;
  private int depth;

  private QuickSchemas(String expression) {
    this.expression = expression;
  }

  /** Whether all schemas are such. */
  static boolean are(List<Element> schemas) {
    return schemas.stream().allMatch(schema -> isQuick(schema, 1));
  }

  /**
   * @param around how often the particles around an element occur, multiplied
   */
  private static boolean isQuick(Element element, long around) {
    long occurrences = around * occurrences(element);
    if (occurrences > MAX_OCCURRENCES || (occurrences > 1 && isReferenceToGroup(element))) {
      return false;
    }
    String pattern = element.attribute("value");
    if (pattern != null
        && element.is(XMLConstants.W3C_XML_SCHEMA_NS_URI, "pattern")
        && !(isQuick(pattern) && Plans.isPatternOfJava(pattern))) {
      return false;
    }
    int values = 0;
    for (Content each : element.content()) {
      if (each instanceof Element child) {
        values += child.is(XMLConstants.W3C_XML_SCHEMA_NS_URI, "enumeration") ? 1 : 0;
        if (!isQuick(child, isModel(element) ? occurrences : 1)) {
          return false;
        }
      }
    }
    return values <= MAX_VALUES;
  }

  /** Whether what is in an element of a schema comes as often as it does. */
  private static boolean isModel(Element element) {
    return MODELS.contains(element.name().getLocalPart());
  }

  /** Returns how often a particle comes as a number has it; 1 where none has. */
  private static long occurrences(Element element) {
    long most = number(element.attribute("maxOccurs"));
    return Math.max(most, number(element.attribute("minOccurs")));
  }

  /** Whether an element stands for particles elsewhere. */
  private static boolean isReferenceToGroup(Element element) {
    return element.name().getLocalPart().equals("group") && element.attribute("ref") != null;
  }

  private static long number(@Nullable String occurrences) {
    if (occurrences == null || occurrences.strip().equals("unbounded")) {
      return 1;
    }
    try {
      return Math.max(1, Integer.parseInt(occurrences.strip()));
    } catch (NumberFormatException e) {
      return MAX_OCCURRENCES + 1;
    }
  }

  /** Whether a text is soon compared with an expression (XML Schema part 2, appendix F). */
  static boolean isQuick(String expression) {
    QuickSchemas reader = new QuickSchemas(expression);
    try {
      return reader.ways() <= MAX_WAYS && reader.at == expression.length();
    } catch (IndexOutOfBoundsException | NumberFormatException e) { // of one that is not valid
      return false;
    }
  }

  /** How many ways a matcher may have to try, of all alternatives up to the end of a group. */
  private double ways() {
    if (++depth > MAX_DEPTH) {
      return Double.POSITIVE_INFINITY;
    }
    double all = 0;
    double branch = 1;
    while (at < expression.length() && expression.charAt(at) != ')') {
      if (expression.charAt(at) == '|') {
        all += branch;
        branch = 1;
        at++;
      } else {
        branch *= piece();
      }
    }
    depth--;
    return all + branch;
  }

  private double piece() {
    double atom = atom();
    if (at == expression.length()) {
      return atom;
    }
    switch (expression.charAt(at)) {
      case '?' -> {
        at++;
        return atom + 1;
      }
      case '*', '+' -> {
        at++;
        return repeated(atom);
      }
      case '{' -> {
        int end = expression.indexOf('}', at);
        String[] bounds = expression.substring(at + 1, end).split(",", -1);
        at = end + 1;
        double least = Integer.parseInt(bounds[0]);
        if (bounds.length > 1 && bounds[1].isEmpty()) {
          return repeated(atom);
        }
        double most = Integer.parseInt(bounds[bounds.length - 1]);
        return Math.pow(atom, most) * (1 + most - least);
      }
      default -> {
        return atom;
      }
    }
  }

  private static double repeated(double atom) {
    return atom == 1 ? MANY : Double.POSITIVE_INFINITY;
  }

  private double atom() {
    char c = expression.charAt(at++);
    if (c == '(') {
      double ways = ways();
      at++; // the end of the group
      return ways;
    }
    if (c == '[') {
      skipClass();
    } else if (c == '\\') {
      skipEscape();
    }
    return 1;
  }

  private void skipClass() {
    if (++depth > MAX_DEPTH) {
      throw new IndexOutOfBoundsException();
    }
    while (expression.charAt(at) != ']') {
      char c = expression.charAt(at++);
      if (c == '[') {
        skipClass();
      } else if (c == '\\') {
        skipEscape();
      }
    }
    depth--;
    at++;
  }

  private void skipEscape() {
    char c = expression.charAt(at++);
    if (c == 'p' || c == 'P') {
      int end = expression.charAt(at) == '{' ? expression.indexOf('}', at) : -1;
      if (end < 0) {
        throw new IndexOutOfBoundsException();
      }
      at = end + 1;
    }
  }
}
