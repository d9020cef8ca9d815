package io.castile.wsdl.diff;

import static io.castile.wsdl.diff.Change.Impact.BREAKING;
import static io.castile.wsdl.diff.Change.Impact.COMPATIBLE;
import static io.castile.wsdl.diff.Change.Impact.MAY_BREAK;

import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchema;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSType;
import com.sun.xml.xsom.XSWildcard;
import com.sun.xml.xsom.XmlString;
import io.castile.wsdl.diff.Change.Impact;
import io.castile.wsdl.diff.Language.Answer;
import io.castile.wsdl.diff.TypePair.Difference;
import io.castile.wsdl.schema.EncodedArray;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of the types of two descriptions. Each pair of types is compared once, also where
 * a type is in itself.
 */
final class SchemaDiff {
  private final XSSchemaSet before;
  private final XSSchemaSet after;
  private final Map<XSType, Map<XSType, TypePair>> pairs = new IdentityHashMap<>();
  private final Map<XSSchemaSet, Map<XSType, Map<QName, XSType>>> derived = new IdentityHashMap<>();
  private final Deque<Runnable> unfinished = new ArrayDeque<>();

  SchemaDiff(XSSchemaSet before, XSSchemaSet after) {
    this.before = before;
    this.after = after;
  }

  /** Compares all pairs that have been entered, and what is in them. */
  void finish() {
    while (!unfinished.isEmpty()) {
      unfinished.remove().run();
    }
  }

  /**
   * Compares two global elements of one name, which stands for anything where it is not defined.
   */
  void elements(QName name, TypePair into) {
    XSElementDecl one = before.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
    XSElementDecl other = after.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
    if (one != null && other != null) {
      elements(one, other, into);
    } else if (one != other) {
      String now = one == null ? " is defined now" : " is not defined any more";
      into.add("element " + name.getLocalPart() + now, MAY_BREAK, MAY_BREAK);
    }
  }

  /** Compares two global types that stand in an element of one name. */
  void types(QName one, QName other, String element, TypePair into) {
    XSType type = before.getType(one.getNamespaceURI(), one.getLocalPart());
    XSType otherType = after.getType(other.getNamespaceURI(), other.getLocalPart());
    if (type != null && otherType != null) {
      types(type, otherType, element, into);
    } else if (!one.equals(other)) {
      into.add(element + ": type changed from " + one + " to " + other, BREAKING, BREAKING);
    }
  }

  private void elements(XSElementDecl one, XSElementDecl other, TypePair into) {
    String label = "element " + one.getName();
    if (one.isNillable() && !other.isNillable()) {
      into.add(label + " is not nillable any more", BREAKING, COMPATIBLE);
    } else if (!one.isNillable() && other.isNillable()) {
      into.add(label + " is nillable now", COMPATIBLE, BREAKING);
    }
    presets(label, one.getFixedValue(), other.getFixedValue(), true, into);
    presets(label, one.getDefaultValue(), other.getDefaultValue(), false, into);
    for (int each : List.of(XSType.EXTENSION, XSType.RESTRICTION)) {
      boolean isBlocked = other.isSubstitutionDisallowed(each);
      if (one.isSubstitutionDisallowed(each) != isBlocked) {
        String derivation = each == XSType.EXTENSION ? "extension" : "restriction";
        into.add(
            label
                + ": types derived by "
                + derivation
                + (isBlocked ? " are blocked now" : " are not blocked any more"),
            isBlocked ? BREAKING : COMPATIBLE,
            isBlocked ? COMPATIBLE : MAY_BREAK);
      }
    }
    types(one.getType(), other.getType(), label, into);
  }

  private static void presets(
      String label,
      @Nullable XmlString one,
      @Nullable XmlString other,
      boolean isFixed,
      TypePair into) {
    String before = one == null ? null : one.value;
    String after = other == null ? null : other.value;
    if (Objects.equals(before, after)) {
      return;
    }
    String kind = isFixed ? "fixed value" : "default";
    if (before == null) {
      Impact request = isFixed ? BREAKING : MAY_BREAK;
      into.add(label + " has the " + kind + " " + after + " now", request, COMPATIBLE);
    } else if (after == null) {
      Impact request = isFixed ? COMPATIBLE : MAY_BREAK;
      into.add(label + " has not the " + kind + " " + before + " any more", request, MAY_BREAK);
    } else {
      Impact impact = isFixed ? BREAKING : MAY_BREAK;
      into.add(label + ": " + kind + " changed from " + before + " to " + after, impact, impact);
    }
  }

  /** Compares two types at a place: named ones of one name once, wherever they stand. */
  private void types(XSType one, XSType other, String label, TypePair into) {
    Map<XSType, TypePair> known = pairs.computeIfAbsent(one, added -> new IdentityHashMap<>());
    TypePair pair = known.get(other);
    if (pair == null) {
      String name = one.getName();
      boolean isNamed =
          name != null && name.equals(other.getName()) && namespace(one).equals(namespace(other));
      if (isNamed && isBuiltIn(one)) {
        return;
      }
      TypePair added = new TypePair(isNamed ? "type " + name : into.place() + ", " + label);
      known.put(other, added);
      pair = added;
      unfinished.add(() -> compare(one, other, added));
    }
    into.inner().add(pair);
  }

  private static String namespace(XSType type) {
    return type.getTargetNamespace();
  }

  private static boolean isBuiltIn(XSType type) {
    return namespace(type).equals(XMLConstants.W3C_XML_SCHEMA_NS_URI);
  }

  private void compare(XSType one, XSType other, TypePair into) {
    boolean wasAny = isAny(one);
    boolean isAny = isAny(other);
    if (wasAny || isAny) {
      if (wasAny != isAny) {
        into.add(
            wasAny ? "anything was allowed before" : "anything is allowed now",
            wasAny ? BREAKING : COMPATIBLE,
            wasAny ? COMPATIBLE : BREAKING);
      }
      return;
    }
    attributes(one, other, into);
    XSSimpleType text = text(one);
    XSSimpleType otherText = text(other);
    if (text != null && otherText != null) {
      values(SimpleValues.of(text), SimpleValues.of(otherText), into);
    } else if (text != null || otherText != null) {
      String now = text == null ? "from elements to text" : "from text to elements";
      into.add("content changed " + now, BREAKING, BREAKING);
    } else {
      content(one.asComplexType(), other.asComplexType(), into);
    }
    if (one.isComplexType() && other.isComplexType()) {
      derivations(one.asComplexType(), other.asComplexType(), into);
    }
  }

  private static boolean isAny(XSType type) {
    return type.isComplexType() && type.getBaseType() == type;
  }

  private static @Nullable XSSimpleType text(XSType type) {
    return type.isSimpleType()
        ? type.asSimpleType()
        : type.asComplexType().getContentType().asSimpleType();
  }

  // ---- attributes ----

  private void attributes(XSType one, XSType other, TypePair into) {
    Map<QName, XSAttributeUse> uses = uses(one);
    Map<QName, XSAttributeUse> others = uses(other);
    XSWildcard any = anyAttribute(one);
    XSWildcard otherAny = anyAttribute(other);
    Set<QName> names = new LinkedHashSet<>(uses.keySet());
    names.addAll(others.keySet());
    for (QName each : names) {
      String label = "attribute " + each.getLocalPart();
      XSAttributeUse before = uses.get(each);
      XSAttributeUse after = others.get(each);
      if (before == null && after != null) {
        into.add(
            label + (after.isRequired() ? " added, which is required" : " added"),
            after.isRequired() ? BREAKING : COMPATIBLE,
            Wildcards.allows(any, each) ? COMPATIBLE : MAY_BREAK);
      } else if (before != null && after == null) {
        into.add(
            label + " removed",
            Wildcards.allows(otherAny, each) ? MAY_BREAK : BREAKING,
            before.isRequired() ? BREAKING : MAY_BREAK);
      } else if (before != null && after != null) {
        attribute(label, before, after, into);
      }
    }
    if (any == null && otherAny != null) {
      into.add("any other attribute is allowed now", COMPATIBLE, MAY_BREAK);
    } else if (any != null && otherAny == null) {
      into.add("any other attribute was allowed before", BREAKING, COMPATIBLE);
    } else if (any != null && otherAny != null) {
      if (!Wildcards.isWithin(any, otherAny)) {
        into.add("other attributes of fewer namespaces are allowed", BREAKING, COMPATIBLE);
      }
      if (!Wildcards.isWithin(otherAny, any)) {
        into.add("other attributes of more namespaces are allowed", COMPATIBLE, MAY_BREAK);
      }
      checked("other attributes", Wildcards.strictness(any), Wildcards.strictness(otherAny), into);
    }
  }

  /** Tells whether what wildcards allow is checked otherwise. */
  private static void checked(String label, int before, int after, TypePair into) {
    if (after > before) {
      into.add(label + " are checked more strictly", BREAKING, COMPATIBLE);
    } else if (after < before) {
      into.add(label + " are checked less strictly", COMPATIBLE, MAY_BREAK);
    }
  }

  private void attribute(String label, XSAttributeUse before, XSAttributeUse after, TypePair into) {
    if (before.isRequired() != after.isRequired()) {
      into.add(
          label + (after.isRequired() ? " is required now" : " is optional now"),
          after.isRequired() ? BREAKING : COMPATIBLE,
          after.isRequired() ? COMPATIBLE : BREAKING);
    }
    presets(label, before.getFixedValue(), after.getFixedValue(), true, into);
    presets(label, before.getDefaultValue(), after.getDefaultValue(), false, into);
    types(before.getDecl().getType(), after.getDecl().getType(), label, into);
  }

  private static Map<QName, XSAttributeUse> uses(XSType type) {
    Map<QName, XSAttributeUse> uses = new LinkedHashMap<>();
    if (type.isComplexType()) {
      for (XSAttributeUse each : type.asComplexType().getAttributeUses()) {
        uses.put(new QName(each.getDecl().getTargetNamespace(), each.getDecl().getName()), each);
      }
    }
    return uses;
  }

  private static @Nullable XSWildcard anyAttribute(XSType type) {
    return type.isComplexType() ? type.asComplexType().getAttributeWildcard() : null;
  }

  // ---- texts ----

  private static void values(SimpleValues one, SimpleValues other, TypePair into) {
    Set<String> before = one.values();
    Set<String> after = other.values();
    if (before != null && after != null && one.isSpacedAs(other)) {
      listed("removed", before, after, BREAKING, COMPATIBLE, into);
      listed("added", after, before, COMPATIBLE, BREAKING, into);
      others(one.unlisted(), other.unlisted(), List.of(), into);
    } else {
      List<String> listed = List.of();
      if (after != null && !after.equals(before)) {
        listed = List.of("only values " + text(after) + " are allowed now");
      } else if (after == null && before != null) {
        listed = List.of("other values than " + text(before) + " are allowed now");
      }
      others(one, other, listed, into);
    }
  }

  private static String text(Collection<String> values) {
    return values.size() > 5
        ? String.join(", ", values.stream().limit(5).toList())
            + " and "
            + (values.size() - 5)
            + " more"
        : String.join(", ", values);
  }

  private static void listed(
      String verb,
      Set<String> of,
      Set<String> without,
      Impact request,
      Impact response,
      TypePair into) {
    Set<String> values = new LinkedHashSet<>(of);
    values.removeAll(without);
    if (!values.isEmpty()) {
      String noun = values.size() == 1 ? "value " : "values ";
      into.add(noun + text(values) + " " + verb, request, response);
    }
  }

  private static void others(
      SimpleValues one, SimpleValues other, List<String> listed, TypePair into) {
    if (one.equals(other)) {
      return;
    }
    Set<String> texts = new LinkedHashSet<>(listed);
    texts.addAll(one.differences(other));
    if (texts.isEmpty()) {
      texts.add("types of the " + one.shown() + " changed");
    }
    boolean isNewType = !one.shown().equals(other.shown()) || !listed.isEmpty();
    into.add(
        String.join(", ", texts),
        one.isWithin(other) ? COMPATIBLE : BREAKING,
        other.isWithin(one) ? COMPATIBLE : isNewType ? BREAKING : MAY_BREAK);
  }

  // ---- elements ----

  private void content(XSComplexType one, XSComplexType other, TypePair into) {
    if (EncodedArray.is(one) && EncodedArray.is(other)) {
      QName item = EncodedArray.itemType(one);
      QName otherItem = EncodedArray.itemType(other);
      if (item != null && otherItem != null) {
        types(item, otherItem, "items", into);
      }
      return;
    }
    if (one.isMixed() != other.isMixed()) {
      into.add(
          one.isMixed() ? "text among elements was allowed" : "text among elements is allowed now",
          one.isMixed() ? BREAKING : COMPATIBLE,
          one.isMixed() ? COMPATIBLE : MAY_BREAK);
    }
    Language language = Language.of(particle(one));
    Language otherLanguage = Language.of(particle(other));
    if (!language.isSame(otherLanguage)) {
      differences(language, otherLanguage, into);
    }
    List<XSWildcard> wildcards = language.wildcards();
    List<XSWildcard> others = otherLanguage.wildcards();
    for (int i = 0; i < wildcards.size() && i < others.size(); i++) {
      int strictness = Wildcards.strictness(wildcards.get(i));
      checked("other elements", strictness, Wildcards.strictness(others.get(i)), into);
    }
    Map<QName, Language.Occurs> occurs = language.occurs();
    for (QName head : occurs.keySet()) {
      for (QName each : names(head, occurs)) {
        declarations(language.elements(each), otherLanguage.elements(each), into);
      }
    }
  }

  /** Compares those of one name: the first with the first, or each with all of another number. */
  private void declarations(List<XSElementDecl> before, List<XSElementDecl> after, TypePair into) {
    if (before.size() == after.size()) {
      for (int i = 0; i < before.size(); i++) {
        elements(before.get(i), after.get(i), into);
      }
      return;
    }
    for (XSElementDecl one : distinct(before)) {
      for (XSElementDecl other : distinct(after)) {
        elements(one, other, into);
      }
    }
  }

  private static Collection<XSElementDecl> distinct(List<XSElementDecl> declared) {
    Map<List<Object>, XSElementDecl> distinct = new LinkedHashMap<>();
    for (XSElementDecl each : declared) {
      XmlString fixed = each.getFixedValue();
      XmlString preset = each.getDefaultValue();
      distinct.putIfAbsent(
          List.of(
              each.isNillable(),
              fixed == null ? "" : "=" + fixed.value,
              preset == null ? "" : "=" + preset.value,
              each.getType()),
          each);
    }
    return distinct.values();
  }

  private static Set<QName> names(QName head, Map<QName, Language.Occurs> occurs) {
    Set<QName> names = new LinkedHashSet<>(Set.of(head));
    names.addAll(Objects.requireNonNull(occurs.get(head)).names());
    return names;
  }

  private static @Nullable XSParticle particle(XSComplexType type) {
    return type.getContentType().asParticle();
  }

  /**
   * Tells the differences of two contents by elements. A request is only broken where the old
   * content is not within the new one, and what no element tells is told of the order.
   */
  private static void differences(Language one, Language other, TypePair into) {
    Answer request = one.isWithin(other);
    Answer response = other.isWithin(one);
    if (request == Answer.YES && response == Answer.YES) {
      return;
    }
    TypePair found = new TypePair(into.place());
    Map<QName, Language.Occurs> before = one.occurs();
    Map<QName, Language.Occurs> after = other.occurs();
    Set<QName> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    Set<String> moved = new TreeSet<>();
    before.keySet().stream()
        .filter(each -> !after.containsKey(each))
        .forEach(each -> moved(each, before, after, moved, found));
    for (QName each : names) {
      Language.Occurs was = before.get(each);
      Language.Occurs is = after.get(each);
      if (!moved.contains(each.getLocalPart()) || (was != null && is != null)) {
        element(each, was, is, found);
      }
    }
    boolean isRequestTold =
        found.differences().stream().anyMatch(each -> each.request() == BREAKING);
    boolean isResponseTold =
        found.differences().stream().anyMatch(each -> each.response() == BREAKING);
    for (Difference each : found.differences()) {
      boolean isAllowed = request == Answer.YES && each.request() == BREAKING;
      into.add(each.text(), isAllowed ? COMPATIBLE : each.request(), each.response());
    }
    if (isRequestTold) {
      request = Answer.YES;
    }
    if (isResponseTold) {
      response = Answer.YES;
    } else if (response != Answer.YES && !found.differences().isEmpty()) {
      response = withoutTold(one, before, other, after);
    }
    if (request == Answer.NO || response == Answer.NO) {
      into.add("elements come in another order or number", impact(request), impact(response));
    } else if (request == Answer.UNKNOWN || response == Answer.UNKNOWN) {
      String text = "elements could not be compared, because there are too many orders of them";
      into.add(text, impact(request), impact(response));
    } else if (found.differences().isEmpty()) {
      into.add("elements come in another order or number", COMPATIBLE, COMPATIBLE);
    }
  }

  private static Impact impact(Answer isWithin) {
    return isWithin == Answer.YES ? COMPATIBLE : BREAKING;
  }

  /** Whether the new content is within the old one but for elements that are told already. */
  private static Answer withoutTold(
      Language one,
      Map<QName, Language.Occurs> before,
      Language other,
      Map<QName, Language.Occurs> after) {
    Set<QName> removed = new LinkedHashSet<>(before.keySet());
    removed.removeAll(after.keySet());
    Set<QName> added = new LinkedHashSet<>(after.keySet());
    added.removeAll(before.keySet());
    Set<QName> more = new LinkedHashSet<>();
    before.forEach(
        (name, was) -> {
          Language.Occurs is = after.get(name);
          if (is != null && is.max() > was.max()) {
            more.add(name);
          }
        });
    return other.without(added, Set.of()).isWithin(one.without(removed, more));
  }

  /** Notes an element that has the same local name in another namespace now. */
  private static void moved(
      QName gone,
      Map<QName, Language.Occurs> before,
      Map<QName, Language.Occurs> after,
      Set<String> moved,
      TypePair into) {
    for (QName each : after.keySet()) {
      boolean isNew = !before.containsKey(each);
      if (isNew
          && each.getLocalPart().equals(gone.getLocalPart())
          && moved.add(each.getLocalPart())) {
        into.add(
            "element "
                + gone.getLocalPart()
                + ": namespace changed from "
                + shown(gone)
                + " to "
                + shown(each),
            BREAKING,
            BREAKING);
      }
    }
  }

  private static String shown(QName name) {
    return name.getNamespaceURI().isEmpty() ? "none" : name.getNamespaceURI();
  }

  private static void element(
      QName name, Language.@Nullable Occurs was, Language.@Nullable Occurs is, TypePair into) {
    boolean isAny = name.equals(Language.ANY);
    String label = isAny ? "any other element" : "element " + name.getLocalPart();
    if (was == null && is != null) {
      into.add(
          label
              + (isAny ? " is allowed now" : " added")
              + (is.min() > 0 ? ", which is mandatory" : isAny ? "" : ", which is optional"),
          is.min() > 0 ? BREAKING : COMPATIBLE,
          MAY_BREAK);
      return;
    }
    if (was != null && is == null) {
      into.add(
          label + (isAny ? " was allowed before" : " removed"),
          BREAKING,
          was.min() > 0 ? BREAKING : isAny ? COMPATIBLE : MAY_BREAK);
      return;
    }
    if (was == null || is == null) {
      return;
    }
    if (was.min() != is.min()) {
      boolean isMore = is.min() > was.min();
      into.add(
          is.min() == 0
              ? label + " is optional now"
              : was.min() == 0 && is.min() == 1
                  ? label + " is mandatory now"
                  : label + ": minOccurs changed from " + was.min() + " to " + is.min(),
          isMore ? BREAKING : COMPATIBLE,
          isMore ? COMPATIBLE : BREAKING);
    }
    if (was.max() != is.max()) {
      boolean isLess = is.max() < was.max();
      into.add(
          label + ": maxOccurs changed from " + max(was.max()) + " to " + max(is.max()),
          isLess ? BREAKING : COMPATIBLE,
          isLess ? COMPATIBLE : was.max() == 1 ? BREAKING : MAY_BREAK);
    }
    substitutes(label, was.names(), is.names(), into);
  }

  private static String max(int max) {
    return max == Integer.MAX_VALUE ? "unbounded" : String.valueOf(max);
  }

  private static void substitutes(
      String label, Set<QName> before, Set<QName> after, TypePair into) {
    for (QName each : before) {
      if (!after.contains(each)) {
        String text = each.getLocalPart() + " may not stand for it any more";
        into.add(label + ": " + text, BREAKING, COMPATIBLE);
      }
    }
    for (QName each : after) {
      if (!before.contains(each)) {
        String text = each.getLocalPart() + " may stand for it now";
        into.add(label + ": " + text, COMPATIBLE, BREAKING);
      }
    }
  }

  // ---- derived types ----

  private void derivations(XSComplexType one, XSComplexType other, TypePair into) {
    if (one.isAbstract() != other.isAbstract()) {
      into.add(
          one.isAbstract() ? "is not abstract any more" : "is abstract now",
          one.isAbstract() ? COMPATIBLE : BREAKING,
          one.isAbstract() ? BREAKING : COMPATIBLE);
    }
    Map<QName, XSType> before = derived(this.before, one);
    Map<QName, XSType> after = derived(this.after, other);
    for (Map.Entry<QName, XSType> each : before.entrySet()) {
      XSType also = after.get(each.getKey());
      if (also != null) {
        types(each.getValue(), also, "type " + each.getKey().getLocalPart(), into);
      } else {
        into.add("derived type " + each.getKey().getLocalPart() + " removed", BREAKING, COMPATIBLE);
      }
    }
    for (QName each : after.keySet()) {
      if (!before.containsKey(each)) {
        Impact response = one.isAbstract() ? BREAKING : MAY_BREAK;
        into.add("derived type " + each.getLocalPart() + " added", COMPATIBLE, response);
      }
    }
  }

  /** Returns the types that {@code xsi:type} may name in place of one. */
  private Map<QName, XSType> derived(XSSchemaSet schemas, XSType base) {
    return derived.computeIfAbsent(schemas, SchemaDiff::allDerived).getOrDefault(base, Map.of());
  }

  private static Map<XSType, Map<QName, XSType>> allDerived(XSSchemaSet schemas) {
    Map<XSType, Map<QName, XSType>> all = new IdentityHashMap<>();
    for (XSSchema schema : schemas.getSchemas()) {
      for (XSComplexType each : schema.getComplexTypes().values()) {
        XSType base = each.getBaseType();
        while (!each.isAbstract() && base != each && !isBuiltIn(base) && base.isComplexType()) {
          all.computeIfAbsent(base, added -> sorted())
              .put(new QName(each.getTargetNamespace(), each.getName()), each);
          base = base.getBaseType();
        }
      }
    }
    return all;
  }

  private static Map<QName, XSType> sorted() {
    return new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
  }
}
