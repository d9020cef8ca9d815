package io.castile.generate.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.glassfish.jaxb.core.api.impl.NameConverter;

/**
 * Names of Java for names of a description (Jakarta XML Web Services 4.0 §2, XML Binding §D). Each
 * is an identifier, whatever the description has in the place of a name, and can be the name of a
 * file.
 */
public final class JavaNames {
  /** A longer name is cut: file systems have names of 255 bytes, and classes have suffixes. */
  private static final int MAX_BYTES = 180;

  private static final String NAMELESS = "Item";

  /** Names that Windows gives to devices, and to no file, whatever follows a dot. */
  private static final Pattern DEVICE =
      Pattern.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]", Pattern.CASE_INSENSITIVE);

  private static final Set<String> OF_OBJECT =
      Set.of(
          "getClass", "notifyAll", "wait", "hashCode", "toString", "clone", "finalize", "equals");

  private JavaNames() {}

  /** Returns the package of a namespace. */
  public static String packageName(String namespace) {
    List<String> parts = new ArrayList<>();
    for (String each : standardPackageName(namespace).split("\\.")) {
      String part = each.isBlank() ? "" : identifier(each);
      if (!part.isEmpty()) {
        boolean isOfJava = parts.isEmpty() && part.equals("java"); // where nothing can be loaded
        parts.add(isOfJava ? "_" + part : part);
      }
    }
    return parts.isEmpty() ? "generated" : String.join(".", parts);
  }

  /** Returns whether a package is one of Java's own, of which the JVM loads no other classes. */
  public static boolean isOfJava(String packageName) {
    return packageName.equals("java") || packageName.startsWith("java.");
  }

  /** Returns the package that XJC would give to a namespace; empty for none. */
  public static String standardPackageName(String namespace) {
    try {
      String name = namespace.isBlank() ? null : NameConverter.standard.toPackageName(namespace);
      return name == null ? "" : name;
    } catch (IndexOutOfBoundsException e) { // of a host or a path that is all dots
      return "";
    }
  }

  /** Returns a name for a class. */
  public static String className(String name) {
    return identifier(NameConverter.standard.toClassName(name));
  }

  /** Returns a name for a variable. */
  public static String variable(String name) {
    return identifier(NameConverter.standard.toVariableName(name));
  }

  /** Returns a name for a constant. */
  public static String constant(String name) {
    return identifier(NameConverter.standard.toConstantName(className(name)));
  }

  /** Returns a name for the method of an operation. */
  public static String method(String operation, boolean hasParameters) {
    String name = variable(operation);
    boolean isTaken = OF_OBJECT.contains(name) || name.equals("notify") && !hasParameters;
    return isTaken ? "_" + name : name;
  }

  /** Returns a name that is not taken yet, which it is then; names without case count. */
  public static String unique(String name, Set<String> taken) {
    String found = name;
    for (int i = 2; !taken.add(found.toLowerCase(Locale.ROOT)); i++) {
      found = name + i;
    }
    return found;
  }

  /**
   * Returns a name for a file, without extension: the same, but for one that is too long, or that
   * of a device.
   *
   * @param name of letters of ASCII
   */
  public static String fileStem(String name) {
    String stem = name.substring(0, Math.min(name.length(), MAX_BYTES));
    int dot = stem.indexOf('.');
    return DEVICE.matcher(dot < 0 ? stem : stem.substring(0, dot)).matches() ? "_" + stem : stem;
  }

  /**
   * Returns an identifier that can also be the name of a file; the same for one that is. Other
   * characters become low lines, those that compilers ignore go, and what is too long is cut.
   */
  public static String identifier(String name) {
    StringBuilder found = new StringBuilder();
    int bytes = 0;
    for (int i = 0; i < name.length(); ) {
      int c = name.codePointAt(i);
      i += Character.charCount(c);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes > MAX_BYTES) {
        break;
      }
      if (!Character.isJavaIdentifierPart(c)) {
        found.append('_');
      } else if (!Character.isIdentifierIgnorable(c)) {
        found.appendCodePoint(c);
      }
    }
    if (found.toString().replace("_", "").isEmpty()) {
      return NAMELESS;
    }
    if (DEVICE.matcher(found).matches()) {
      found.append('_');
    }
    String whole = found.toString();
    return SourceVersion.isName(whole, SourceVersion.RELEASE_17) ? whole : "_" + whole;
  }
}
