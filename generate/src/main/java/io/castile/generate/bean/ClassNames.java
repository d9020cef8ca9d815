package io.castile.generate.bean;

import com.sun.tools.xjc.api.ClassNameAllocator;
import io.castile.generate.text.JavaNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gives each class of a package a name of its own, also where file names have no case: the second
 * {@code Price} is {@code Price2}.
 */
final class ClassNames implements ClassNameAllocator {
  private final Map<String, Set<String>> taken = new HashMap<>();

  @Override
  public String assignClassName(String packageName, String className) {
    Set<String> names = taken.computeIfAbsent(packageName, each -> reserved());
    return JavaNames.unique(JavaNames.identifier(className), names);
  }

  private static Set<String> reserved() {
    Set<String> names = new HashSet<>();
    names.add("objectfactory");
    names.add("package-info");
    return names;
  }
}
