package io.castile.engine;

import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation of an asynchronous method (Jakarta XML Web Services 4.0 §2.3.4), or of one
 * that returns a {@link CompletableFuture} instead of a {@link Response}.
 */
public final class AsyncMethods {
  private static final String SUFFIX = "Async";

  private AsyncMethods() {}

  /**
   * The operation, where the asynchronous method takes the same arguments, and brings what the
   * synchronous one returns; empty for any other method.
   */
  public static Optional<OperationModel> operation(ServiceModel model, Method method) {
    if (!method.getName().endsWith(SUFFIX)) {
      return Optional.empty();
    }
    Class<?>[] types = method.getParameterTypes();
    Type result = result(method);
    if (hasHandler(method)) {
      types = Arrays.copyOf(types, types.length - 1);
    }
    String name = synchronousName(method);
    for (OperationModel candidate : model.operations()) {
      Method synchronous = candidate.method();
      if (synchronous.getName().equals(name)
          && Arrays.equals(synchronous.getParameterTypes(), types)
          && boxed(synchronous.getGenericReturnType()).equals(result)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The name of the synchronous method. */
  static String synchronousName(Method method) {
    String name = method.getName();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
  }

  /**
   * Returns the type that an asynchronous method brings; null where that is not said, or for any
   * other method.
   */
  static @Nullable Type result(Method method) {
    if (method.getReturnType() == Response.class
        || method.getReturnType() == CompletableFuture.class) {
      return argument(method.getGenericReturnType());
    }
    Type[] types = method.getGenericParameterTypes();
    return method.getReturnType() == Future.class && hasHandler(method)
        ? argument(types[types.length - 1])
        : null;
  }

  /** Whether the last parameter is a handler for the result. */
  public static boolean hasHandler(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return types.length > 0 && types[types.length - 1] == AsyncHandler.class;
  }

  /** Without a wildcard, as {@code AsyncHandler<?>} does not tell what it is given. */
  private static @Nullable Type argument(Type type) {
    return type instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[0]
        : null;
  }

  static Type boxed(Type type) {
    return type instanceof Class<?> raw ? MethodType.methodType(raw).wrap().returnType() : type;
  }
}
