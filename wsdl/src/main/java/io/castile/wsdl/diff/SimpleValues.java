package io.castile.wsdl.diff;

import com.sun.xml.xsom.XSFacet;
import com.sun.xml.xsom.XSSimpleType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The values of a simple type, as the type and those that it restricts say (XML Schema part 2).
 *
 * @param builtIn the type of XML Schema that it restricts; {@code list} and {@code union} for those
 * @param values the texts that it lists; null for any
 * @param patterns of each restriction that has some, one of which has to fit
 * @param limits the other facets by their names
 * @param members of a union, or the one of a list's items
 */
record SimpleValues(
    String builtIn,
    @Nullable Set<String> values,
    Set<Set<String>> patterns,
    Map<String, String> limits,
    List<SimpleValues> members) {

  private static final Set<String> STRINGS =
      Set.of("string", "normalizedString", "token", "anySimpleType");

  private static final Map<String, String> RESTRICTED =
      Map.of(
          "language", "token",
          "NMTOKEN", "token",
          "Name", "token",
          "NCName", "Name",
          "ID", "NCName",
          "IDREF", "NCName",
          "ENTITY", "NCName",
          "float", "double",
          "integer", "decimal",
          "decimal", "double");

  /** Types of integers with their bounds; empty for none. */
  private static final Map<String, List<String>> INTEGERS =
      Map.ofEntries(
          Map.entry("integer", List.of("", "")),
          Map.entry("long", List.of("-9223372036854775808", "9223372036854775807")),
          Map.entry("int", List.of("-2147483648", "2147483647")),
          Map.entry("short", List.of("-32768", "32767")),
          Map.entry("byte", List.of("-128", "127")),
          Map.entry("nonNegativeInteger", List.of("0", "")),
          Map.entry("positiveInteger", List.of("1", "")),
          Map.entry("nonPositiveInteger", List.of("", "0")),
          Map.entry("negativeInteger", List.of("", "-1")),
          Map.entry("unsignedLong", List.of("0", "18446744073709551615")),
          Map.entry("unsignedInt", List.of("0", "4294967295")),
          Map.entry("unsignedShort", List.of("0", "65535")),
          Map.entry("unsignedByte", List.of("0", "255")));

  static SimpleValues of(XSSimpleType type) {
    Set<String> values = null;
    Set<Set<String>> patterns = new LinkedHashSet<>();
    Map<String, String> limits = new TreeMap<>();
    XSSimpleType each = type;
    while (true) {
      boolean isBuiltIn = each.getTargetNamespace().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI);
      if (isBuiltIn
          && each.getName() != null
          && !each.getName().matches("NMTOKENS|IDREFS|ENTITIES")) {
        return new SimpleValues(each.getName(), values, patterns, limits, List.of());
      }
      if (each.isList()) {
        List<SimpleValues> item = List.of(of(each.asList().getItemType()));
        return new SimpleValues("list", values, patterns, limits, item);
      }
      if (each.isUnion()) {
        List<SimpleValues> members = new ArrayList<>();
        for (int i = 0; i < each.asUnion().getMemberSize(); i++) {
          members.add(of(each.asUnion().getMember(i)));
        }
        return new SimpleValues("union", values, patterns, limits, members);
      }
      Set<String> listed = new LinkedHashSet<>();
      Set<String> alternatives = new TreeSet<>();
      for (XSFacet facet : each.asRestriction().getDeclaredFacets()) {
        String text = facet.getValue().value;
        switch (facet.getName()) {
          case XSFacet.FACET_ENUMERATION -> listed.add(text);
          case XSFacet.FACET_PATTERN -> alternatives.add(text);
          case XSFacet.FACET_LENGTH -> {
            limits.putIfAbsent(XSFacet.FACET_MINLENGTH, text.strip());
            limits.putIfAbsent(XSFacet.FACET_MAXLENGTH, text.strip());
          }
          default -> limits.putIfAbsent(facet.getName(), text.strip());
        }
      }
      values = values == null && !listed.isEmpty() ? listed : values;
      if (!alternatives.isEmpty()) {
        patterns.add(alternatives);
      }
      if (!each.getBaseType().isSimpleType() || each.getBaseType() == each) {
        return new SimpleValues("anySimpleType", values, patterns, limits, List.of());
      }
      each = each.getBaseType().asSimpleType();
    }
  }

  /** Returns the values of this type's other facets, whether it lists some or not. */
  SimpleValues unlisted() {
    return new SimpleValues(builtIn, null, patterns, limits, members);
  }

  /** Returns the name of the type of XML Schema, for people. */
  String shown() {
    return builtIn.equals("list") ? "list of " + members.get(0).shown() : builtIn;
  }

  /** Whether white space is treated alike before a text is compared with facets. */
  boolean isSpacedAs(SimpleValues other) {
    return space().equals(other.space());
  }

  /** Returns the facet {@code whiteSpace} (XML Schema part 2 §4.3.6). */
  private String space() {
    String preset =
        switch (builtIn) {
          case "string", "anySimpleType" -> "preserve";
          case "normalizedString" -> "replace";
          case "union" -> "of members";
          default -> "collapse";
        };
    return limits.getOrDefault(XSFacet.FACET_WHITESPACE, preset);
  }

  /** Returns the unit of lengths. */
  private String unit() {
    return switch (builtIn) {
      case "base64Binary", "hexBinary" -> "bytes";
      case "list" -> "items";
      default -> "characters";
    };
  }

  /** Whether every text that this type allows is one of another's; no where that is not known. */
  boolean isWithin(SimpleValues other) {
    if (equals(other) || (STRINGS.contains(other.builtIn) && other.isPlain())) {
      return true;
    }
    if (other.values != null && (values == null || !other.values.containsAll(values))) {
      return false;
    }
    if (builtIn.equals("union") && !other.builtIn.equals("union")) {
      return members.stream().allMatch(each -> each.isWithin(other.unlisted()));
    }
    if (other.builtIn.equals("union")) {
      return isFaceted(other)
          && (builtIn.equals("union")
              ? members.stream().allMatch(each -> each.isOneOf(other))
              : unlisted().isOneOf(other));
    }
    boolean fits =
        builtIn.equals("list")
            ? other.builtIn.equals("list") && members.get(0).isWithin(other.members.get(0))
            : other.builtIn.equals("list")
                ? unlisted().isWithin(other.members.get(0))
                : isKindWithin(other);
    return fits && isFaceted(other);
  }

  private boolean isOneOf(SimpleValues union) {
    return union.members.stream().anyMatch(this::isWithin);
  }

  private boolean isPlain() {
    return values == null
        && patterns.isEmpty()
        && limits.keySet().stream().allMatch(XSFacet.FACET_WHITESPACE::equals);
  }

  private boolean isKindWithin(SimpleValues other) {
    if (builtIn.equals(other.builtIn) || STRINGS.contains(other.builtIn)) {
      return true;
    }
    if (INTEGERS.containsKey(builtIn) && INTEGERS.containsKey(other.builtIn)) {
      return true; // whose bounds are facets
    }
    String wider = INTEGERS.containsKey(builtIn) ? "integer" : builtIn;
    while (wider != null && !wider.equals(other.builtIn)) {
      wider = RESTRICTED.get(wider);
    }
    return wider != null;
  }

  /** Whether facets can be compared although white space is treated otherwise. */
  private boolean isComparable(SimpleValues other) {
    boolean isKept = space().equals("preserve"); // so that the other can only make it shorter
    if (isKept && values != null && values.stream().allMatch(SimpleValues::isCollapsed)) {
      return true;
    }
    return other.values == null
        && other.patterns.isEmpty()
        && !other.limits.containsKey(XSFacet.FACET_MINLENGTH)
        && (isKept || !other.limits.containsKey(XSFacet.FACET_MAXLENGTH));
  }

  private static boolean isCollapsed(String text) {
    return text.equals(text.strip().replaceAll("\\s+", " "));
  }

  private boolean isFaceted(SimpleValues other) {
    if (!isSpacedAs(other) && !isComparable(other)) {
      return false; // facets are of texts with another white space
    }
    boolean fits =
        other.patterns.stream()
            .allMatch(
                step -> patterns.stream().anyMatch(own -> new HashSet<>(step).containsAll(own)));
    fits &= isBounded(other, XSFacet.FACET_MINLENGTH, "0", 1);
    for (String each :
        List.of(XSFacet.FACET_MAXLENGTH, XSFacet.FACET_TOTALDIGITS, XSFacet.FACET_FRACTIONDIGITS)) {
      fits &= isBounded(other, each, null, -1);
    }
    return fits && isBounded(other, 1) && isBounded(other, -1);
  }

  /** Whether a facet of this type is as narrow as the other's, by its number. */
  private boolean isBounded(
      SimpleValues other, String facet, @Nullable String otherwise, int sign) {
    String limit = other.limits.get(facet);
    boolean isInteger = INTEGERS.containsKey(builtIn);
    String none = facet.equals(XSFacet.FACET_FRACTIONDIGITS) && isInteger ? "0" : otherwise;
    boolean isLength =
        facet.equals(XSFacet.FACET_MINLENGTH) || facet.equals(XSFacet.FACET_MAXLENGTH);
    String own = isLength && !unit().equals(other.unit()) ? none : limits.getOrDefault(facet, none);
    return limit == null
        || (own != null && new BigDecimal(own).compareTo(new BigDecimal(limit)) * sign >= 0);
  }

  /**
   * Whether the least or the greatest value of this type is within the other's.
   *
   * @param sign 1 for the least values, -1 for the greatest
   */
  private boolean isBounded(SimpleValues other, int sign) {
    List<Bound> own = bounds(sign);
    return other.bounds(sign).stream()
        .allMatch(limit -> own.stream().anyMatch(each -> each.isWithin(limit, sign)));
  }

  private record Bound(String text, boolean isInclusive) {
    boolean isWithin(Bound limit, int sign) {
      if (equals(limit)) {
        return true;
      }
      try {
        int order = new BigDecimal(text).compareTo(new BigDecimal(limit.text)) * sign;
        return order > 0 || (order == 0 && (limit.isInclusive || !isInclusive));
      } catch (NumberFormatException e) {
        return false; // of dates, and of INF
      }
    }
  }

  /** Returns all bounds on one side, each of which a value has to keep. */
  private List<Bound> bounds(int sign) {
    String inclusive =
        limits.get(sign > 0 ? XSFacet.FACET_MININCLUSIVE : XSFacet.FACET_MAXINCLUSIVE);
    String exclusive =
        limits.get(sign > 0 ? XSFacet.FACET_MINEXCLUSIVE : XSFacet.FACET_MAXEXCLUSIVE);
    String ofType = INTEGERS.getOrDefault(builtIn, List.of("", "")).get(sign > 0 ? 0 : 1);
    List<Bound> bounds = new ArrayList<>();
    if (inclusive != null) {
      bounds.add(new Bound(inclusive, true));
    }
    if (exclusive != null) {
      bounds.add(new Bound(exclusive, false));
    }
    if (!ofType.isEmpty()) {
      bounds.add(new Bound(ofType, true));
    }
    return bounds;
  }

  /** Returns the differences to another type, in words; its listed values are not among them. */
  List<String> differences(SimpleValues other) {
    List<String> all = new ArrayList<>();
    if (!shown().equals(other.shown())) {
      all.add("type changed from " + shown() + " to " + other.shown());
    }
    if (!patterns.equals(other.patterns)) {
      all.add(
          patterns.isEmpty()
              ? "pattern " + text(other.patterns) + " added"
              : other.patterns.isEmpty()
                  ? "pattern " + text(patterns) + " removed"
                  : "pattern changed from " + text(patterns) + " to " + text(other.patterns));
    }
    Set<String> facets = new TreeSet<>(limits.keySet());
    facets.addAll(other.limits.keySet());
    for (String each : facets) {
      String before = limits.get(each);
      String after = other.limits.get(each);
      if (before == null) {
        all.add(each + " " + after + " added");
      } else if (after == null) {
        all.add(each + " " + before + " removed");
      } else if (!before.equals(after)) {
        all.add(each + " changed from " + before + " to " + after);
      }
    }
    return all;
  }

  private static String text(Set<Set<String>> patterns) {
    return String.join(" and ", patterns.stream().map(each -> String.join(" or ", each)).toList());
  }
}
