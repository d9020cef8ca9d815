package io.castile.generate.source;

import io.castile.generate.text.JavaNames;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Names of classes, each of which is given once; not one that a bean has. */
final class ClassRegistry {
  private final @Nullable String allPackage;
  private final Map<String, String> packages;
  private final TreeSet<String> known;
  private final Set<String> taken = new HashSet<>();

  /**
   * @param allPackage the package of all classes; null for one of each namespace
   * @param packages packages by namespace, before the above
   * @param beans full names of classes that there are
   */
  ClassRegistry(@Nullable String allPackage, Map<String, String> packages, Set<String> beans) {
    this.allPackage = allPackage;
    this.packages = packages;
    this.known = new TreeSet<>(beans);
    beans.forEach(each -> taken.add(each.toLowerCase(Locale.ROOT)));
  }

  String packageName(String namespace) {
    String mapped = packages.get(namespace);
    return mapped != null
        ? mapped
        : allPackage != null ? allPackage : JavaNames.packageName(namespace);
  }

  /**
   * Returns a full name for what has a name in the description.
   *
   * @param suffix of the name, where a class has it already (§2.8)
   */
  String add(QName name, String suffix) {
    String folder = packageName(name.getNamespaceURI());
    String plain = JavaSource.qualified(folder, JavaNames.className(name.getLocalPart()));
    String found = plain;
    for (int i = 1; !taken.add(found.toLowerCase(Locale.ROOT)); i++) {
      found = plain + suffix + (i == 1 ? "" : String.valueOf(i));
    }
    known.add(found);
    return found;
  }

  /** Returns the full names of all classes. */
  Set<String> known() {
    return known;
  }
}
