package io.castile.wsdl.diff;

import io.castile.wsdl.diff.PolicyAlternatives.TooLargeException;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.xml.namespace.QName;

/**
 * Texts of elements, which are the same where content, names and attributes are: prefixes,
 * comments, and the order of attributes do not count. A namespace stands at each name, and may be
 * long, so the texts of one object are bounded together. Owned by one thread.
 */
final class PolicyText {
  /** The characters of a prefix in a text at most; a longer one stays as it is. */
  private static final int MAX_PREFIX = 100;

  private final int most;
  private int left;

  /**
   * @param most characters of all texts together
   */
  PolicyText(int most) {
    this.most = most;
    this.left = most;
  }

  /** Takes characters, or other work, from what is left. */
  void take(long characters) throws TooLargeException {
    if (characters > left) {
      left = 0;
      throw new TooLargeException("policies of more than " + most + " characters");
    }
    left -= (int) characters;
  }

  /** Returns a name, {@code {namespace}local}. */
  String name(QName name) throws TooLargeException {
    take(name.getNamespaceURI().length() + (long) name.getLocalPart().length());
    return name.toString();
  }

  /**
   * Returns attributes and content.
   *
   * @param content of the element, or some of it
   * @param isCounted whether attributes of a namespace count
   * @param isOrdered whether the order of the content counts
   */
  String parameters(
      Element element, List<Content> content, Predicate<String> isCounted, boolean isOrdered)
      throws TooLargeException {
    List<String> texts = new ArrayList<>();
    for (Content each : content) {
      texts.add(each instanceof Text text ? text(element, text.value()) : element((Element) each));
    }
    if (!isOrdered) {
      Collections.sort(texts);
    }
    return attributes(element, isCounted) + String.join("", texts);
  }

  /** Returns an element with its content. */
  String element(Element element) throws TooLargeException {
    String name = name(element.name());
    String content = parameters(element, element.content(), namespace -> true, true);
    take(name.length() + (long) content.length()); // again in each element around it
    return "<" + name + content + "</>";
  }

  private String attributes(Element element, Predicate<String> isCounted) throws TooLargeException {
    Map<String, String> sorted = new TreeMap<>();
    for (Attribute each : element.attributes()) {
      if (isCounted.test(each.name().getNamespaceURI())) {
        sorted.put(name(each.name()), text(element, each.value()));
      }
    }
    StringBuilder text = new StringBuilder();
    sorted.forEach((name, value) -> text.append(' ').append(name).append("='").append(value));
    return text.append('>').toString();
  }

  /** Returns a text with namespaces for prefixes, as a QName or an XPath has them. */
  private String text(Element element, String value) throws TooLargeException {
    String text = value.strip();
    take(text.length());
    StringBuilder expanded = new StringBuilder();
    int copied = 0;
    // Invariant: what is before copied has been appended.
    for (int colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
      int start = colon;
      while (start > copied && colon - start <= MAX_PREFIX && isOfName(text.charAt(start - 1))) {
        start--;
      }
      boolean isAxis = colon + 1 < text.length() && text.charAt(colon + 1) == ':';
      String namespace = isAxis ? null : element.namespaces().get(text.substring(start, colon));
      if (namespace != null && start < colon) {
        take(namespace.length());
        expanded.append(text, copied, start).append('{').append(namespace).append('}');
        copied = colon + 1;
      }
    }
    return escaped(expanded.append(text, copied, text.length()).toString());
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  /** No text looks like an element or an attribute. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;");
  }
}
