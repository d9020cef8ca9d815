package io.castile.wsdl.value;

import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchema;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import com.sun.xml.xsom.XSWildcard;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * Elements that a schema allows, at random: all branches of choices, lists of none to three,
 * elements that are nil, types derived from the declared one, members of substitution groups,
 * elements and attributes of wildcards. What a schema says of identity and of white space is not
 * heeded, nor are all of its facets: a validator has to tell which are valid. Elements that may
 * come in any order come in that of the schema.
 */
public final class RandomMessages {
  private static final String XS = XMLConstants.W3C_XML_SCHEMA_NS_URI;
  private static final String OTHER = "urn:other";

  /** The depth, and the number of elements, from which a message becomes as small as it can. */
  private static final int DEEP = 7;

  private static final int MANY = 60;

  /** The depth and the number of elements that a message is given up at. */
  private static final int TOO_DEEP = 40;

  private static final int TOO_MANY = 1_500;

  private final XSSchemaSet schemas;
  private final Map<XSType, List<XSComplexType>> derived = new LinkedHashMap<>();
  private final Random random;
  private final RandomTexts texts;
  private final StringBuilder out = new StringBuilder();
  private int depth;
  private int count;

  /** A message that becomes too large. */
  public static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Makes a message of each of these methods' calls, always the same of the same seed. */
  public RandomMessages(XSSchemaSet schemas, long seed) {
    this.schemas = schemas;
    this.random = new Random(seed);
    this.texts = new RandomTexts(random);
  }

  /** Returns the start of an element around parts of an rpc message, and its end. */
  public static String wrapper(QName name, String parts) {
    return "<w:"
        + name.getLocalPart()
        + " xmlns:w=\""
        + RandomTexts.escaped(name.getNamespaceURI(), true)
        + "\">"
        + parts
        + "</w:"
        + name.getLocalPart()
        + ">";
  }

  /** Returns a global element; null where the schema has none of this name. */
  public String element(QName name) {
    XSElementDecl declared = schemas.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
    if (declared == null) {
      return null;
    }
    out.setLength(0);
    count = 0;
    element(declared);
    return out.toString();
  }

  /** Returns an element of a type, without namespace; null where the schema has no such type. */
  public String part(String name, QName type) {
    XSType found = schemas.getType(type.getNamespaceURI(), type.getLocalPart());
    if (found == null) {
      return null;
    }
    out.setLength(0);
    count = 0;
    content(new QName(name), found, null, false);
    return out.toString();
  }

  private boolean isSmall() {
    return depth > DEEP || count > MANY;
  }

  private boolean any(int one) {
    return random.nextInt(one) == 0;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  // ---- elements ----

  private void element(XSElementDecl declared) {
    XSElementDecl chosen = declared;
    if (declared.isGlobal() && (declared.isAbstract() || any(3))) {
      List<XSElementDecl> all = new ArrayList<>();
      for (XSElementDecl each : declared.getSubstitutables()) {
        if (!each.isAbstract()) {
          all.add(each);
        }
      }
      all.sort((a, b) -> a.getName().compareTo(b.getName()));
      if (!all.isEmpty()) {
        chosen = one(all);
      }
    }
    String fixed = chosen.getFixedValue() == null ? null : chosen.getFixedValue().value;
    content(
        new QName(chosen.getTargetNamespace(), chosen.getName()),
        chosen.getType(),
        fixed,
        chosen.isNillable() && fixed == null && any(4));
  }

  /**
   * Writes an element of a type.
   *
   * @param fixed its value; null for none
   */
  private void content(QName name, XSType declared, String fixed, boolean isNil) {
    if (++depth > TOO_DEEP || ++count > TOO_MANY) {
      depth = 0;
      throw new TooLarge();
    }
    String tag =
        name.getNamespaceURI().isEmpty() ? name.getLocalPart() : "e:" + name.getLocalPart();
    out.append('<').append(tag);
    out.append(name.getNamespaceURI().isEmpty() ? " xmlns=\"\"" : namespace("e", name));
    out.append(" xmlns:xsi=\"" + XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI + "\"");
    XSType type = declared;
    if (isAny(declared)) {
      type = anyType();
    } else if (declared.isComplexType()) {
      XSComplexType complex = declared.asComplexType();
      if (complex.isAbstract() || any(4)) {
        List<XSComplexType> all = derived(complex);
        type = all.isEmpty() ? complex : one(all);
      }
    }
    if (type != declared && type != null) {
      QName named = new QName(type.getTargetNamespace(), type.getName());
      out.append(namespace("t", named)).append(" xsi:type=\"");
      out.append(named.getNamespaceURI().isEmpty() ? "" : "t:");
      out.append(named.getLocalPart()).append('"');
    }
    if (isNil) {
      out.append(" xsi:nil=\"true\"");
    }
    if (type == null) {
      out.append('>');
      anyContent();
    } else if (type.isSimpleType()) {
      RandomTexts.Made made = texts.of(type.asSimpleType());
      out.append(made.declaration()).append('>');
      if (!isNil) {
        out.append(RandomTexts.escaped(fixed == null ? made.text() : fixed, false));
      }
    } else {
      complex(type.asComplexType(), fixed, isNil);
    }
    out.append("</").append(tag).append('>');
    depth--;
  }

  private static String namespace(String prefix, QName name) {
    String namespace = name.getNamespaceURI();
    return namespace.isEmpty()
        ? ""
        : " xmlns:" + prefix + "=\"" + RandomTexts.escaped(namespace, true) + "\"";
  }

  private static boolean isAny(XSType type) {
    return XS.equals(type.getTargetNamespace())
        && ("anyType".equals(type.getName()) || "anySimpleType".equals(type.getName()));
  }

  /** Returns a built-in type to be named, or null for none. */
  private XSType anyType() {
    List<String> names =
        List.of("string", "int", "decimal", "boolean", "dateTime", "base64Binary", "double");
    return any(2) ? null : schemas.getSimpleType(XS, one(names));
  }

  private void anyContent() {
    out.append(RandomTexts.escaped(texts.string(), false));
  }

  private List<XSComplexType> derived(XSComplexType base) {
    return derived.computeIfAbsent(
        base,
        added -> {
          List<XSComplexType> found = new ArrayList<>();
          for (XSSchema schema : schemas.getSchemas()) {
            for (XSComplexType each : schema.getComplexTypes().values()) {
              if (each != base && !each.isAbstract() && isDerived(each, base)) {
                found.add(each);
              }
            }
          }
          found.sort((a, b) -> a.getName().compareTo(b.getName()));
          return found;
        });
  }

  private static boolean isDerived(XSType type, XSType base) {
    XSType each = type;
    while (each != base && each.getBaseType() != each) {
      each = each.getBaseType();
    }
    return each == base;
  }

  private void complex(XSComplexType type, String fixed, boolean isNil) {
    attributes(type);
    RandomTexts.Made made = null;
    if (type.getContentType().asSimpleType() != null) {
      made = texts.of(type.getContentType().asSimpleType());
      out.append(made.declaration());
    }
    out.append('>');
    if (isNil) {
      return;
    }
    if (made != null) {
      out.append(RandomTexts.escaped(fixed == null ? made.text() : fixed, false));
    }
    text(type);
    XSParticle particle = type.getContentType().asParticle();
    if (particle != null) {
      particle(particle, type);
    }
  }

  /** Writes text among the elements of mixed content. */
  private void text(XSComplexType type) {
    if (type.isMixed() && type.getContentType().asSimpleType() == null && any(2)) {
      out.append(one(List.of("text", " & ", "0", "…")).replace("&", "&amp;"));
    }
  }

  // ---- attributes ----

  private void attributes(XSComplexType type) {
    Set<QName> names = new HashSet<>();
    int prefixes = 0;
    for (XSAttributeUse use : type.getAttributeUses()) {
      QName name = new QName(use.getDecl().getTargetNamespace(), use.getDecl().getName());
      if ((!use.isRequired() && (isSmall() || any(2))) || !names.add(name)) {
        continue;
      }
      RandomTexts.Made made = texts.of(use.getDecl().getType());
      if (!made.declaration().isEmpty()) {
        continue; // of a qualified name, whose prefix may be another's
      }
      String text = use.getFixedValue() == null ? made.text() : use.getFixedValue().value;
      attribute(name, text, "a" + prefixes++);
    }
    XSWildcard wildcard = type.getAttributeWildcard();
    if (wildcard != null
        && wildcard.getMode() != XSWildcard.STRTICT
        && wildcard.acceptsNamespace(OTHER)
        && any(3)) {
      attribute(new QName(OTHER, "more"), texts.string(), "a" + prefixes);
    }
  }

  private void attribute(QName name, String text, String prefix) {
    boolean isXml = name.getNamespaceURI().equals(XMLConstants.XML_NS_URI);
    out.append(isXml ? "" : namespace(prefix, name)).append(' ');
    out.append(isXml ? "xml:" : name.getNamespaceURI().isEmpty() ? "" : prefix + ":");
    out.append(name.getLocalPart()).append("=\"");
    out.append(RandomTexts.escaped(text, true)).append('"');
  }

  // ---- particles ----

  private void particle(XSParticle particle, XSComplexType within) {
    int min = particle.getMinOccurs().min(BigInteger.valueOf(TOO_MANY)).intValue();
    BigInteger declared = particle.getMaxOccurs();
    int most = Math.max(min, 3);
    int max = declared.signum() < 0 ? most : declared.min(BigInteger.valueOf(most)).intValue();
    int times = isSmall() ? min : min + random.nextInt(max - min + 1);
    for (int i = 0; i < times; i++) {
      term(particle.getTerm(), within);
      text(within);
    }
  }

  private void term(XSTerm term, XSComplexType within) {
    if (term.isElementDecl()) {
      element(term.asElementDecl());
    } else if (term.isWildcard()) {
      wildcard(term.asWildcard());
    } else {
      XSModelGroup group =
          term.isModelGroup() ? term.asModelGroup() : term.asModelGroupDecl().getModelGroup();
      List<XSParticle> children = new ArrayList<>(List.of(group.getChildren()));
      children.removeIf(each -> each.getMaxOccurs().signum() == 0);
      if (group.getCompositor() == XSModelGroup.Compositor.CHOICE) {
        if (!children.isEmpty()) {
          particle(isSmall() ? smallest(children) : one(children), within);
        }
        return;
      }
      children.forEach(each -> particle(each, within));
    }
  }

  /** Returns a branch that may be left out, or has no elements in it; else any one. */
  private XSParticle smallest(List<XSParticle> branches) {
    for (XSParticle each : branches) {
      boolean isSimple =
          each.getTerm().isElementDecl() && each.getTerm().asElementDecl().getType().isSimpleType();
      if (each.getMinOccurs().signum() == 0 || isSimple) {
        return each;
      }
    }
    return one(branches);
  }

  private void wildcard(XSWildcard wildcard) {
    List<XSElementDecl> known = new ArrayList<>();
    if (wildcard.getMode() == XSWildcard.STRTICT || any(2)) {
      for (XSSchema schema : schemas.getSchemas()) {
        if (wildcard.acceptsNamespace(schema.getTargetNamespace())
            && !schema.getTargetNamespace().equals(XS)) {
          known.addAll(schema.getElementDecls().values());
        }
      }
      known.sort((a, b) -> a.getName().compareTo(b.getName()));
    }
    if (!known.isEmpty()) {
      int before = count;
      count = MANY + 1; // a small one
      element(one(known));
      count = before + 1;
    } else if (wildcard.getMode() != XSWildcard.STRTICT && wildcard.acceptsNamespace(OTHER)) {
      out.append("<o:any xmlns:o=\"" + OTHER + "\">");
      out.append(any(2) ? RandomTexts.escaped(texts.string(), false) : "<o:in>1</o:in>");
      out.append("</o:any>");
    }
  }
}
