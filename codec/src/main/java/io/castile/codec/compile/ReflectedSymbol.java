package io.castile.codec.compile;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.codehaus.janino.Access;
import org.codehaus.janino.Descriptor;
import org.codehaus.janino.IClass;
import org.codehaus.janino.ITypeVariable;
import org.jspecify.annotations.Nullable;

/**
 * A loaded class as the compiler's symbol: erased types, no annotations, no constant values (to
 * learn those would initialize the class), and access as {@link NestmateSymbols} grants it.
 */
final class ReflectedSymbol extends IClass {
  private final Class<?> type;
  private final NestmateSymbols symbols;

  ReflectedSymbol(Class<?> type, NestmateSymbols symbols) {
    this.type = type;
    this.symbols = symbols;
  }

  Class<?> type() {
    return type;
  }

  @Override
  protected ITypeVariable[] getITypeVariables2() {
    return new ITypeVariable[0];
  }

  @Override
  protected IConstructor[] getDeclaredIConstructors2() {
    return Arrays.stream(type.getDeclaredConstructors())
        .filter(constructor -> !constructor.isSynthetic())
        .map(ConstructorSymbol::new)
        .toArray(IConstructor[]::new);
  }

  @Override
  protected IMethod[] getDeclaredIMethods2() {
    Method[] declared = type.getDeclaredMethods();
    List<IMethod> methods = new ArrayList<>(declared.length);
    for (Method method : declared) {
      if (!method.isSynthetic() || !isBridged(method, declared)) {
        methods.add(new MethodSymbol(method));
      }
    }
    return methods.toArray(IMethod[]::new);
  }

  /**
   * Whether a bridge only leads to another return type of the same method. Other bridges make
   * methods of an inaccessible superclass accessible: {@code StringBuilder.length()}.
   */
  private static boolean isBridged(Method bridge, Method[] declared) {
    for (Method method : declared) {
      if (!method.isSynthetic()
          && method.getName().equals(bridge.getName())
          && Arrays.equals(method.getParameterTypes(), bridge.getParameterTypes())) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected IField[] getDeclaredIFields2() {
    return Arrays.stream(type.getDeclaredFields()).map(FieldSymbol::new).toArray(IField[]::new);
  }

  @Override
  protected IClass[] getDeclaredIClasses2() {
    return symbols(type.getDeclaredClasses());
  }

  @Override
  protected @Nullable IClass getDeclaringIClass2() {
    return symbolOrNull(type.getDeclaringClass());
  }

  @Override
  protected @Nullable IClass getOuterIClass2() {
    return Modifier.isStatic(type.getModifiers()) ? null : getDeclaringIClass2();
  }

  @Override
  protected @Nullable IClass getSuperclass2() {
    return symbolOrNull(type.getSuperclass());
  }

  @Override
  protected IClass[] getInterfaces2() {
    return symbols(type.getInterfaces());
  }

  @Override
  protected @Nullable IClass getComponentType2() {
    return symbolOrNull(type.getComponentType());
  }

  @Override
  protected String getDescriptor2() {
    return Descriptor.fromClassName(type.getName());
  }

  @Override
  public Access getAccess() {
    return symbols.classAccess(type);
  }

  @Override
  public boolean isFinal() {
    return Modifier.isFinal(type.getModifiers());
  }

  @Override
  public boolean isEnum() {
    return type.isEnum();
  }

  @Override
  public boolean isInterface() {
    return type.isInterface();
  }

  @Override
  public boolean isAbstract() {
    return Modifier.isAbstract(type.getModifiers());
  }

  @Override
  public boolean isArray() {
    return type.isArray();
  }

  @Override
  public boolean isPrimitive() {
    return type.isPrimitive();
  }

  @Override
  public boolean isPrimitiveNumeric() {
    return type.isPrimitive() && type != boolean.class && type != void.class;
  }

  /** The complete name, as the compiler's messages show it and parts of it rely on. */
  @Override
  public String toString() {
    return type.getTypeName();
  }

  private @Nullable IClass symbolOrNull(@Nullable Class<?> other) {
    return other == null ? null : symbols.symbol(other);
  }

  private IClass[] symbols(Class<?>[] types) {
    return Arrays.stream(types).map(symbols::symbol).toArray(IClass[]::new);
  }

  private final class ConstructorSymbol extends IConstructor {
    private final Constructor<?> constructor;

    ConstructorSymbol(Constructor<?> constructor) {
      this.constructor = constructor;
    }

    @Override
    public Access getAccess() {
      return symbols.memberAccess(type, constructor.getModifiers());
    }

    @Override
    public IAnnotation[] getAnnotations() {
      return new IAnnotation[0];
    }

    @Override
    public boolean isVarargs() {
      return constructor.isVarArgs();
    }

    @Override
    public IClass[] getParameterTypes2() {
      return symbols(constructor.getParameterTypes());
    }

    @Override
    public IClass[] getThrownExceptions2() {
      return thrown(constructor);
    }
  }

  private final class MethodSymbol extends IMethod {
    private final Method method;

    MethodSymbol(Method method) {
      this.method = method;
    }

    @Override
    public String getName() {
      return method.getName();
    }

    @Override
    public Access getAccess() {
      return symbols.memberAccess(type, method.getModifiers());
    }

    @Override
    public IAnnotation[] getAnnotations() {
      return new IAnnotation[0];
    }

    @Override
    public boolean isVarargs() {
      return method.isVarArgs();
    }

    @Override
    public boolean isStatic() {
      return Modifier.isStatic(method.getModifiers());
    }

    @Override
    public boolean isAbstract() {
      return Modifier.isAbstract(method.getModifiers());
    }

    @Override
    public IClass getReturnType() {
      return symbols.symbol(method.getReturnType());
    }

    @Override
    public IClass[] getParameterTypes2() {
      return symbols(method.getParameterTypes());
    }

    @Override
    public IClass[] getThrownExceptions2() {
      return thrown(method);
    }
  }

  private IClass[] thrown(Executable executable) {
    return symbols(executable.getExceptionTypes());
  }

  private final class FieldSymbol extends IField {
    private final Field field;

    FieldSymbol(Field field) {
      this.field = field;
    }

    @Override
    public String getName() {
      return field.getName();
    }

    @Override
    public Access getAccess() {
      return symbols.memberAccess(type, field.getModifiers());
    }

    @Override
    public IAnnotation[] getAnnotations() {
      return new IAnnotation[0];
    }

    @Override
    public boolean isStatic() {
      return Modifier.isStatic(field.getModifiers());
    }

    @Override
    public IClass getType() {
      return symbols.symbol(field.getType());
    }

    @Override
    public Object getConstantValue() {
      return NOT_CONSTANT;
    }
  }
}
