package io.castile.codec.compile;

import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.Types;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * How source text takes a property's value from a bean and puts it in.
 *
 * @param type the static type of the value
 * @param typeName its name in source
 * @param getter an expression with {@code #} for the bean
 * @param current an expression for the value in what is being made: the same, or an item of the
 *     array of the values of what is made whole
 * @param setter a statement with {@code #} for the bean and {@code @} for the value, which must
 *     have the type
 */
record MemberCode(Class<?> type, String typeName, String getter, String current, String setter) {

  private MemberCode(Class<?> type, String typeName, String getter, String setter) {
    this(type, typeName, getter, getter, setter);
  }

  /** Null if the member cannot be reached from beside {@code host} as the accessor reaches it. */
  static @Nullable MemberCode of(Accessor accessor, Class<?> host) {
    Class<?> type = accessor.type();
    if (!Nestmates.sees(host, type)) {
      return null;
    }
    String typeName = ClassSource.nameOf(type);
    if (accessor instanceof Accessor.OfIndex index) {
      // An absent primitive is null, as any value of a wrapper's array.
      Class<?> boxed = Types.box(type);
      String item = "((Object[]) #)[" + index.index + "]";
      return new MemberCode(
          boxed,
          ClassSource.nameOf(boxed),
          "(" + ClassSource.nameOf(boxed) + ") " + item,
          item + " = @;");
    }
    if (accessor instanceof Accessor.OfComponent component) {
      return component(component, host, typeName);
    }
    if (accessor instanceof Accessor.OfField field) {
      return field(field.field, host, typeName);
    }
    Accessor.OfMethods methods = (Accessor.OfMethods) accessor;
    return methods(methods.getter, methods.setter, host, typeName);
  }

  @SuppressWarnings("NullAway") // a component has either a getter or a field
  private static @Nullable MemberCode component(
      Accessor.OfComponent component, Class<?> host, String typeName) {
    boolean reached =
        component.getter != null
            ? isPlain(component.getter, host)
            : Nestmates.reaches(
                host, component.field.getDeclaringClass(), component.field.getModifiers());
    if (!reached) {
      return null;
    }
    Class<?> type = component.type();
    String boxed = ClassSource.nameOf(Types.box(type));
    String item = "#[" + component.index + "]";
    return new MemberCode(
        type,
        typeName,
        component.getter != null
            ? "#." + component.getter.getName() + "()"
            : "#." + component.field.getName(),
        "((" + boxed + ") " + item + ")",
        item + " = " + (type.isPrimitive() ? boxed + ".valueOf(@)" : "@") + ";");
  }

  private static @Nullable MemberCode field(Field field, Class<?> host, String typeName) {
    int modifiers = field.getModifiers();
    String bean = bean(field.getDeclaringClass(), host);
    if (bean == null
        || Modifier.isFinal(modifiers)
        || !Nestmates.reaches(host, field.getDeclaringClass(), modifiers)) {
      return null;
    }
    String member = bean + "." + field.getName();
    return new MemberCode(field.getType(), typeName, member, member + " = @;");
  }

  private static @Nullable MemberCode methods(
      @Nullable Method getter, @Nullable Method setter, Class<?> host, String typeName) {
    if (getter == null
        || setter == null
        || getter.getReturnType() != setter.getParameterTypes()[0]
        || !isPlain(getter, host)
        || !isPlain(setter, host)) {
      return null;
    }
    return new MemberCode(
        getter.getReturnType(),
        typeName,
        bean(getter.getDeclaringClass(), host) + "." + getter.getName() + "()",
        bean(setter.getDeclaringClass(), host) + "." + setter.getName() + "(@);");
  }

  private static boolean isPlain(Method method, Class<?> host) {
    for (Class<?> thrown : method.getExceptionTypes()) {
      if (!RuntimeException.class.isAssignableFrom(thrown)
          && !Error.class.isAssignableFrom(thrown)) {
        return false;
      }
    }
    return !Modifier.isStatic(method.getModifiers())
        && bean(method.getDeclaringClass(), host) != null
        && Nestmates.reaches(host, method.getDeclaringClass(), method.getModifiers());
  }

  private static @Nullable String bean(Class<?> declaring, Class<?> host) {
    if (declaring == host) {
      return "#";
    }
    return Nestmates.sees(host, declaring) ? "((" + ClassSource.nameOf(declaring) + ") #)" : null;
  }

  String get(String bean) {
    return getter.replace("#", bean);
  }

  /** Returns the code that reads the member of an object under construction. */
  String current(String target) {
    return current.replace("#", target);
  }

  String set(String bean, String value) {
    return setter.replace("#", bean).replace("@", value);
  }
}
