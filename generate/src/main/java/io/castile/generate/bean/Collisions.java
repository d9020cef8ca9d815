package io.castile.generate.bean;

import io.castile.wsdl.tree.Element;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import org.glassfish.jaxb.core.api.impl.NameConverter;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXParseException;

/** Gives other names to what XJC says collides. */
final class Collisions {
  private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  private static final Pattern CLASS =
      Pattern.compile(
          "A class/interface with the same name \"(?:.*\\.)?([^\".]+)\" is already in use.*");
  private static final Pattern NESTED =
      Pattern.compile("Complex type and its child element share the same name \"([^\"]+)\".*");
  private static final Pattern PROPERTY =
      Pattern.compile("Property \"([^\"]+)\" is already defined.*");
  private static final Pattern INVALID = Pattern.compile("Invalid class name \"([^\"]*)\".*");
  private static final Pattern FACTORY =
      Pattern.compile("Two declarations cause a collision in the ObjectFactory class.*");
  private static final Pattern UNUSED =
      Pattern.compile("compiler was unable to honor this (\\w+) customization.*");

  /** A component: where it is, and which. */
  private record Component(SchemaPart schema, int number) {
    Element element() {
      return schema.element(number);
    }
  }

  private final Map<String, SchemaPart> schemas = new HashMap<>();
  private final Map<String, Integer> given = new HashMap<>();
  private final Set<String> refused = new HashSet<>();

  Collisions(List<SchemaPart> all) {
    all.forEach(each -> schemas.put(each.systemId(), each));
  }

  /**
   * Says other names for what collides.
   *
   * @return whether something was said that had not been said before
   */
  boolean resolve(List<SAXParseException> errors) {
    boolean isChanged = false;
    for (SAXParseException error : errors) {
      Component component = component(error);
      if (component != null) {
        isChanged |=
            resolve(component, String.valueOf(error.getMessage()).replaceAll("\\s+", " ").strip());
      }
    }
    return isChanged;
  }

  private @Nullable Component component(SAXParseException error) {
    SchemaPart schema = schemas.get(error.getSystemId());
    return schema != null && schema.has(error.getLineNumber())
        ? new Component(schema, error.getLineNumber())
        : null;
  }

  private boolean resolve(Component component, String message) {
    Matcher matcher = CLASS.matcher(message);
    if (matcher.matches()) {
      return say(component, classKind(component), matcher.group(1), true);
    }
    matcher = NESTED.matcher(message);
    if (matcher.matches()) {
      return say(component, classKind(component), matcher.group(1), true);
    }
    matcher = PROPERTY.matcher(message);
    if (matcher.matches()) {
      return say(component, "property", matcher.group(1), true);
    }
    matcher = INVALID.matcher(message);
    if (matcher.matches()) {
      return say(component, classKind(component), "Type", false);
    }
    if (FACTORY.matcher(message).matches()) {
      return say(component, "factoryMethod", name(component), true);
    }
    matcher = UNUSED.matcher(message);
    if (matcher.matches()) {
      refused.add(component.schema().systemId() + component.number() + matcher.group(1));
      return component.schema().forget(component.number(), matcher.group(1));
    }
    return false;
  }

  private static String name(Component component) {
    for (String attribute : List.of("name", "ref")) {
      String name = component.element().attribute(attribute);
      if (name != null) {
        String local = name.substring(name.indexOf(':') + 1);
        return NameConverter.standard.toClassName(local);
      }
    }
    return "Item";
  }

  private static String classKind(Component component) {
    return component.element().is(XSD, "simpleType") ? "typesafeEnumClass" : "class";
  }

  /** Each name is the last one with a number, from 2. */
  private boolean say(Component component, String kind, String base, boolean isNumbered) {
    if (refused.contains(component.schema().systemId() + component.number() + kind)) {
      return false;
    }
    String stem = base.replaceAll("\\d+$", "");
    int count = given.merge(kind + " " + stem, 1, Integer::sum) + (isNumbered ? 1 : 0);
    component
        .schema()
        .customize(component.number(), Customization.of(kind, Map.of("name", stem + count)));
    return true;
  }
}
