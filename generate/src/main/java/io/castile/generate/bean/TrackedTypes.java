package io.castile.generate.bean;

import com.sun.codemodel.JAnnotationUse;
import com.sun.codemodel.JClass;
import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JType;
import com.sun.tools.xjc.outline.ClassOutline;
import com.sun.tools.xjc.outline.FieldOutline;
import com.sun.tools.xjc.outline.Outline;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.datatype.Duration;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Which beans can tell all their changes: those with nothing in them, or in what may stand in their
 * place, that can be changed without them. An object of a subclass may stand for any of its class,
 * so all classes that extend one, or each other, are tracked together, or none.
 */
final class TrackedTypes {
  private static final Set<String> IMMUTABLE =
      Stream.of(
              Boolean.class,
              Byte.class,
              Short.class,
              Integer.class,
              Long.class,
              Float.class,
              Double.class,
              String.class,
              BigInteger.class,
              BigDecimal.class,
              QName.class,
              Duration.class,
              LocalDate.class,
              LocalTime.class,
              OffsetDateTime.class)
          .map(Class::getName)
          .collect(Collectors.toSet());

  /** The outermost class above each bean, by full names. */
  private final Map<String, String> roots = new HashMap<>();

  private final Set<String> immutable = new HashSet<>(IMMUTABLE);
  private final Set<String> untracked = new HashSet<>(); // of the roots
  private final TreeSet<String> reasons = new TreeSet<>();

  private TrackedTypes() {}

  static TrackedTypes of(Outline outline) {
    TrackedTypes types = new TrackedTypes();
    outline.getEnums().forEach(each -> types.immutable.add(each.clazz.fullName()));
    outline.getClasses().forEach(each -> types.roots.put(name(each), name(root(each))));
    for (ClassOutline each : outline.getClasses()) {
      for (String reason : types.reasons(each)) {
        types.reasons.add(name(each) + " is not tracked: " + reason);
        types.untracked.add(name(root(each)));
      }
    }
    boolean hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (ClassOutline each : outline.getClasses()) {
        hasChanged |= types.holdsUntracked(each) && types.untracked.add(name(root(each)));
      }
    }
    return types;
  }

  private static String name(ClassOutline bean) {
    return bean.implClass.fullName();
  }

  private static ClassOutline root(ClassOutline bean) {
    ClassOutline root = bean;
    for (ClassOutline each = bean; each != null; each = each.getSuperClass()) {
      root = each;
    }
    return root;
  }

  /** Returns which beans have something that can change without them, sorted. */
  List<String> reasons() {
    return List.copyOf(reasons);
  }

  boolean areTracked(ClassOutline bean) {
    return !untracked.contains(name(root(bean)));
  }

  boolean isBean(JType type) {
    return roots.containsKey(type.fullName());
  }

  /** Whether a property is a list of beans, none of which is null. */
  boolean areRows(JFieldVar field) {
    JType item = item(field.type());
    return item != null && isBean(item) && !isNillable(field);
  }

  private boolean holdsUntracked(ClassOutline bean) {
    for (JFieldVar field : BeanPlugin.fields(bean)) {
      JType item = item(field.type());
      String root = roots.get((item == null ? field.type() : item).fullName());
      if (root != null && untracked.contains(root)) {
        return true;
      }
    }
    return false;
  }

  private List<String> reasons(ClassOutline bean) {
    List<String> found = new ArrayList<>();
    boolean hasOtherBase =
        bean.getSuperClass() == null
            && !bean.implClass._extends().fullName().equals(Object.class.getName());
    if (hasOtherBase) {
      found.add("it extends " + bean.implClass._extends().fullName());
    }
    Set<String> declared = new HashSet<>();
    for (FieldOutline each : bean.getDeclaredFields()) {
      JFieldVar field = field(each);
      declared.add(field.name());
      boolean isList = item(field.type()) != null;
      if (getter(each) == null || (!isList && setter(each) == null)) {
        found.add("property " + field.name() + " has no getter and setter of its type");
      }
    }
    for (JFieldVar field : BeanPlugin.fields(bean)) {
      JType item = item(field.type());
      if (BeanPlugin.isReference(field)) {
        found.add("property " + field.name() + " refers to an object elsewhere");
      } else if (!declared.contains(field.name()) || !isKnown(item == null ? field.type() : item)) {
        found.add("property " + field.name() + " is a " + field.type().name());
      }
    }
    return found;
  }

  private boolean isKnown(JType type) {
    return type.isPrimitive() || immutable.contains(type.fullName()) || isBean(type);
  }

  private static boolean isNillable(JFieldVar field) {
    for (JAnnotationUse each : field.annotations()) {
      if (each.getAnnotationClass().name().equals("XmlElement")
          && each.getAnnotationMembers().containsKey("nillable")) { // where it is true
        return true;
      }
    }
    return false;
  }

  /** The type of the items of a list; null if it is none. */
  static @Nullable JType item(JType type) {
    return type instanceof JClass list
            && list.erasure().fullName().equals(List.class.getName())
            && list.getTypeParameters().size() == 1
        ? list.getTypeParameters().get(0)
        : null;
  }

  static JFieldVar field(FieldOutline outline) {
    JDefinedClass type = outline.parent().implClass;
    String name = outline.getPropertyInfo().getName(false);
    return Objects.requireNonNull(type.fields().get(name), name);
  }

  static @Nullable JMethod getter(FieldOutline outline) {
    String name = outline.getPropertyInfo().getName(true);
    JMethod getter = method(outline, "get" + name, 0);
    return getter == null ? method(outline, "is" + name, 0) : getter;
  }

  static @Nullable JMethod setter(FieldOutline outline) {
    return method(outline, "set" + outline.getPropertyInfo().getName(true), 1);
  }

  private static @Nullable JMethod method(FieldOutline outline, String name, int parameters) {
    for (JMethod each : outline.parent().implClass.methods()) {
      if (each.name().equals(name) && each.params().size() == parameters) {
        return each;
      }
    }
    return null;
  }
}
