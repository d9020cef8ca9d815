package io.castile.interop;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/** The elements that object factories declare: which may stand where, and how they are made. */
final class ElementDeclarations {
  private static final String DEFAULT = "##default";

  private final List<Declaration> declarations = new ArrayList<>();
  private final List<Declaration> global;

  /** What {@link #references} has found before. */
  private final Map<Reference, List<Declaration>> known = new HashMap<>();

  /** An element of a name as seen from a bean. */
  private record Reference(QName name, Class<?> bean) {}

  /**
   * One method of an object factory that makes an element.
   *
   * @param scope the bean in which the element is declared; null for a global element
   * @param head the element that this one may stand for; null if none
   */
  record Declaration(Object factory, Method method, QName name, Class<?> scope, QName head) {
    JAXBElement<?> create(Object value) {
      try {
        return (JAXBElement<?>) method.invoke(factory, value);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new AssertionError("a generated factory method only makes the element", e);
      }
    }
  }

  ElementDeclarations(List<Class<?>> boundClasses) {
    for (Class<?> type : boundClasses) {
      if (type.isAnnotationPresent(XmlRegistry.class)) {
        Object factory = Beans.create(type);
        for (Method method : type.getMethods()) {
          XmlElementDecl declared = method.getAnnotation(XmlElementDecl.class);
          if (declared != null) {
            declarations.add(declaration(factory, method, declared));
          }
        }
      }
    }
    // Class.getMethods has no order; random choices must have one.
    declarations.sort(
        (a, b) -> {
          int byName = a.name().toString().compareTo(b.name().toString());
          return byName != 0
              ? byName
              : a.method().toGenericString().compareTo(b.method().toGenericString());
        });
    global = declarations.stream().filter(declaration -> declaration.scope() == null).toList();
  }

  private static Declaration declaration(Object factory, Method method, XmlElementDecl declared) {
    QName name = new QName(namespace(factory, declared.namespace()), declared.name());
    QName head =
        declared.substitutionHeadName().isEmpty()
            ? null
            : new QName(
                namespace(factory, declared.substitutionHeadNamespace()),
                declared.substitutionHeadName());
    Class<?> scope = declared.scope() == XmlElementDecl.GLOBAL.class ? null : declared.scope();
    return new Declaration(factory, method, name, scope, head);
  }

  private static String namespace(Object factory, String namespace) {
    if (!namespace.equals(DEFAULT)) {
      return namespace;
    }
    var schema =
        factory.getClass().getPackage().getAnnotation(jakarta.xml.bind.annotation.XmlSchema.class);
    return schema == null ? "" : schema.namespace();
  }

  /** All global elements. */
  List<Declaration> global() {
    return global;
  }

  /** The element of that name as seen from a bean, and all that may stand for it. */
  List<Declaration> references(QName name, Class<?> bean) {
    Reference reference = new Reference(name, bean);
    List<Declaration> found = known.get(reference);
    if (found == null) {
      found = find(name, bean);
      known.put(reference, found);
    }
    return found;
  }

  private List<Declaration> find(QName name, Class<?> bean) {
    List<Declaration> found = new ArrayList<>();
    for (Declaration declaration : declarations) {
      if (declaration.name().equals(name) && declaration.scope() == bean) {
        found.add(declaration);
      }
    }
    if (found.isEmpty()) {
      global.stream().filter(each -> each.name().equals(name)).forEach(found::add);
    }
    addSubstitutes(name, found, new HashSet<>());
    return found;
  }

  private void addSubstitutes(QName head, List<Declaration> found, Set<QName> seen) {
    if (seen.add(head)) {
      for (Declaration declaration : declarations) {
        if (head.equals(declaration.head())) {
          found.add(declaration);
          addSubstitutes(declaration.name(), found, seen);
        }
      }
    }
  }
}
