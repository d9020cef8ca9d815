package io.castile.wsdl;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.validation.TypeInfoProvider;
import org.w3c.dom.TypeInfo;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A document as the schema validator of the JDK reports it: elements, attributes and texts, each
 * with its type. Two are the same where their values are, by the JDK's own classes: {@code 1.50} is
 * {@code 1.5} of a number, not of a string. Prefixes do not count, and neither does white space
 * among elements.
 */
public final class TypedInfoset {
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private final List<Item> items;

  /**
   * One element's start or end, attribute or text.
   *
   * @param isText whether its type is a string, so that each character counts
   */
  private record Item(String name, String text, boolean isText, Map<String, String> prefixes) {}

  private TypedInfoset(List<Item> items) {
    this.items = items;
  }

  /** Collects what a validator reports. */
  static final class Collector extends DefaultHandler {
    private final TypeInfoProvider types;
    private final List<Item> items = new ArrayList<>();
    private final List<Map<String, String>> scopes = new ArrayList<>();
    private final List<Boolean> texts = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Map<String, String> declared = new HashMap<>();
    private boolean hasElements; // whether an element stands before, in the same one

    Collector(TypeInfoProvider types) {
      this.types = types;
    }

    TypedInfoset collected() {
      return new TypedInfoset(items);
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) {
      declared.put(prefix, uri);
    }

    @Override
    public void startElement(String uri, String local, String qualified, Attributes attributes) {
      addText(true);
      Map<String, String> scope = new HashMap<>();
      if (!scopes.isEmpty()) {
        scope.putAll(scopes.get(scopes.size() - 1));
      }
      scope.putAll(declared);
      declared = new HashMap<>();
      scopes.add(scope);
      TypeInfo type = types.getElementTypeInfo();
      texts.add(isText(type));
      items.add(new Item("<{" + uri + "}" + local + " " + name(type), "", true, scope));
      List<Item> sorted = new ArrayList<>();
      for (int i = 0; i < attributes.getLength(); i++) {
        boolean isOfInstance =
            attributes.getURI(i).equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
        if ((isOfInstance && attributes.getLocalName(i).equals("type"))
            || attributes.getQName(i).startsWith("xmlns")) {
          continue; // which the type of the element has
        }
        sorted.add(
            new Item(
                "@{" + attributes.getURI(i) + "}" + attributes.getLocalName(i),
                attributes.getValue(i),
                !isOfInstance && isText(types.getAttributeTypeInfo(i)),
                scope));
      }
      sorted.sort((a, b) -> a.name().compareTo(b.name()));
      items.addAll(sorted);
      hasElements = false;
    }

    @Override
    public void characters(char[] characters, int start, int length) {
      text.append(characters, start, length);
    }

    @Override
    public void endElement(String uri, String local, String qualified) {
      addText(hasElements);
      scopes.remove(scopes.size() - 1);
      texts.remove(texts.size() - 1);
      items.add(new Item(">", "", true, Map.of()));
      hasElements = true;
    }

    private void addText(boolean isAmongElements) {
      String all = text.toString();
      text.setLength(0);
      if (!all.isEmpty() && !scopes.isEmpty() && !(isAmongElements && all.isBlank())) {
        int last = scopes.size() - 1;
        items.add(new Item("text", all, texts.get(last), scopes.get(last)));
      }
    }
  }

  private static String name(TypeInfo type) {
    return type == null || type.getTypeName() == null
        ? ""
        : "{" + type.getTypeNamespace() + "}" + type.getTypeName();
  }

  /** Whether a type is a string. */
  private static boolean isText(TypeInfo type) {
    if (type == null) { // of what a wildcard passes over, of which a reader may know more
      return false;
    }
    for (String each :
        List.of(
            "decimal",
            "float",
            "double",
            "boolean",
            "dateTime",
            "date",
            "time",
            "gYear",
            "gYearMonth",
            "gMonth",
            "gDay",
            "gMonthDay",
            "duration",
            "base64Binary",
            "hexBinary",
            "QName")) {
      if ((each.equals(type.getTypeName()) && isOfSchema(type))
          || type.isDerivedFrom(XMLConstants.W3C_XML_SCHEMA_NS_URI, each, 0)) {
        return false;
      }
    }
    boolean isString =
        ("string".equals(type.getTypeName()) && isOfSchema(type))
            || type.isDerivedFrom(XMLConstants.W3C_XML_SCHEMA_NS_URI, "string", 0);
    return isString; // lists and unions are compared item by item
  }

  private static boolean isOfSchema(TypeInfo type) {
    return XMLConstants.W3C_XML_SCHEMA_NS_URI.equals(type.getTypeNamespace());
  }

  /** Returns where another document differs from this one first; null for nowhere. */
  public String difference(TypedInfoset other) {
    for (int i = 0; i < Math.max(items.size(), other.items.size()); i++) {
      Item one = i < items.size() ? items.get(i) : null;
      Item two = i < other.items.size() ? other.items.get(i) : null;
      if (one == null || two == null || !one.name().equals(two.name()) || !isSame(one, two)) {
        return "expected " + shown(one) + ", found " + shown(two) + " at item " + i;
      }
    }
    return null;
  }

  private static String shown(Item item) {
    return item == null ? "nothing" : item.name() + " '" + item.text() + "'";
  }

  private static boolean isSame(Item one, Item two) {
    if (one.text().equals(two.text())) {
      return !one.text().contains(":")
          || one.isText()
          || isSameName(one.text(), two.text(), one, two);
    }
    if (one.isText() && two.isText()) {
      return false;
    }
    String[] these = one.text().strip().split("\\s+", -1);
    String[] those = two.text().strip().split("\\s+", -1);
    boolean isSame = these.length == those.length;
    for (int i = 0; isSame && i < these.length; i++) {
      isSame = isSameValue(these[i], those[i]) || isSameName(these[i], those[i], one, two);
    }
    return isSame;
  }

  /** Whether two names are the same, or the same text that is none. */
  private static boolean isSameName(String one, String two, Item first, Item second) {
    String a = expanded(one, first.prefixes());
    String b = expanded(two, second.prefixes());
    return (a == null || b == null) ? one.equals(two) : a.equals(b);
  }

  private static String expanded(String name, Map<String, String> prefixes) {
    int colon = name.indexOf(':');
    String prefix = colon < 0 ? "" : name.substring(0, colon);
    String namespace = prefixes.get(prefix);
    return namespace == null
        ? colon < 0 ? "{}" + name : null
        : "{" + namespace + "}" + name.substring(colon + 1);
  }

  private static boolean isSameValue(String one, String two) {
    return one.equals(two)
        || isSameNumber(one, two)
        || (boolOf(one) != null && boolOf(one).equals(boolOf(two)))
        || isSameTime(one, two)
        || isSameDuration(one, two)
        || isSameBinary(one, two);
  }

  private static String boolOf(String text) {
    return switch (text) {
      case "true", "1" -> "true";
      case "false", "0" -> "false";
      default -> null;
    };
  }

  private static boolean isSameNumber(String one, String two) {
    try {
      BigDecimal a = new BigDecimal(one);
      BigDecimal b = new BigDecimal(two);
      boolean isZero = a.signum() == 0 && one.startsWith("-") != two.startsWith("-");
      return a.compareTo(b) == 0 && !(isZero && (one + two).contains("E"));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isSameTime(String one, String two) {
    try {
      XMLGregorianCalendar a = DATATYPES.newXMLGregorianCalendar(one);
      XMLGregorianCalendar b = DATATYPES.newXMLGregorianCalendar(two);
      return a.compare(b) == DatatypeConstants.EQUAL && a.getTimezone() == b.getTimezone();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isSameDuration(String one, String two) {
    try {
      Duration a = DATATYPES.newDuration(one);
      Duration b = DATATYPES.newDuration(two);
      return a.compare(b) == DatatypeConstants.EQUAL;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isSameBinary(String one, String two) {
    boolean isHex = one.matches("([0-9a-fA-F]{2})+");
    if (isHex && one.toUpperCase(Locale.ROOT).equals(two.toUpperCase(Locale.ROOT))) {
      return true;
    }
    try {
      return Arrays.equals(Base64.getDecoder().decode(one), Base64.getDecoder().decode(two));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
