package io.castile.generate.source;

import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.glassfish.jaxb.core.api.impl.NameConverter;

/** Names of Java for names of a description (Jakarta XML Web Services 4.0 §2, XML Binding §D). */
public final class Names {
  private static final Set<String> OF_OBJECT =
      Set.of(
          "getClass", "notifyAll", "wait", "hashCode", "toString", "clone", "finalize", "equals");

  private Names() {}

  /** Returns the package of a namespace. */
  public static String packageName(String namespace) {
    String name = namespace.isBlank() ? null : NameConverter.standard.toPackageName(namespace);
    return name == null || name.isEmpty() ? "generated" : name;
  }

  /** Returns a name for a class. */
  public static String className(String name) {
    String found = NameConverter.standard.toClassName(name);
    return found.isEmpty() || !SourceVersion.isName(found) ? "_" + found : found;
  }

  static String variable(String name) {
    String found = NameConverter.standard.toVariableName(name);
    return SourceVersion.isName(found, SourceVersion.RELEASE_17) && !found.equals("_")
        ? found
        : "_" + found;
  }

  static String constant(String name) {
    return NameConverter.standard.toConstantName(className(name));
  }

  static String method(String operation, boolean hasParameters) {
    String name = variable(operation);
    boolean isTaken = OF_OBJECT.contains(name) || name.equals("notify") && !hasParameters;
    return isTaken ? "_" + name : name;
  }

  /** Returns a name that is not taken yet, which it is then; names without case count. */
  static String unique(String name, Set<String> taken) {
    String found = name;
    for (int i = 2; !taken.add(found.toLowerCase(Locale.ROOT)); i++) {
      found = name + i;
    }
    return found;
  }
}
