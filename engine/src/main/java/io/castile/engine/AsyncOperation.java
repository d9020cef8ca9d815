package io.castile.engine;

import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.Holder;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The operation of an asynchronous method, and how it takes its arguments and gives its result: as
 * the synchronous method does, or as generators write it for wrapped operations (Jakarta XML Web
 * Services 4.0 §2.3.4), without values that only come back, which are in an object of the
 * response's wrapper class. Immutable.
 */
public final class AsyncOperation {
  private final OperationModel operation;
  private final int[] positions; // of the arguments among those of the synchronous method
  private final BodyCodec.@Nullable Wrapper wrapper; // null where the result is as it is

  private AsyncOperation(
      OperationModel operation, int[] positions, BodyCodec.@Nullable Wrapper wrapper) {
    this.operation = operation;
    this.positions = positions;
    this.wrapper = wrapper;
  }

  /** The operation of a method; empty for one that is not asynchronous, or of no operation. */
  public static Optional<AsyncOperation> of(ServiceModel model, Method method) {
    Optional<OperationModel> alike = AsyncMethods.operation(model, method);
    if (alike.isPresent()) {
      int[] all = new int[alike.get().method().getParameterCount()];
      Arrays.setAll(all, i -> i);
      return Optional.of(new AsyncOperation(alike.get(), all, null));
    }
    Type result = AsyncMethods.result(method);
    if (result == null) {
      return Optional.empty();
    }
    for (OperationModel candidate : model.operations()) {
      if (!candidate.method().getName().equals(AsyncMethods.synchronousName(method))) {
        continue;
      }
      Message response = candidate.response();
      if (response != null
          && response.body() instanceof BodyCodec.Wrapper wrapper
          && wrapper.wrapperClass() == result) {
        int[] positions = positions(candidate);
        if (takes(method, candidate, positions)) {
          return Optional.of(new AsyncOperation(candidate, positions, wrapper));
        }
      }
    }
    return Optional.empty();
  }

  /** The parameters that a request has, in the order of the method. */
  private static int[] positions(OperationModel operation) {
    TreeSet<Integer> slots = new TreeSet<>();
    for (MessagePart part : operation.request().bodyParts()) {
      slots.add(part.slot());
    }
    for (Message.Header header : operation.request().headers()) {
      slots.add(header.part().slot());
    }
    return slots.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean takes(Method method, OperationModel operation, int[] positions) {
    Type[] types = method.getGenericParameterTypes();
    int count = AsyncMethods.hasHandler(method) ? types.length - 1 : types.length;
    if (count != positions.length) {
      return false;
    }
    Type[] synchronous = operation.method().getGenericParameterTypes();
    for (int i = 0; i < count; i++) {
      if (!AsyncMethods.boxed(types[i])
          .equals(AsyncMethods.boxed(held(synchronous[positions[i]])))) {
        return false;
      }
    }
    return true;
  }

  private static Type held(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Holder.class
        ? generic.getActualTypeArguments()[0]
        : type;
  }

  /** The operation that is called. */
  public OperationModel operation() {
    return operation;
  }

  /** The values of the request, by the parameters of the synchronous method. */
  public Object[] requestValues(Object[] given) {
    if (wrapper == null) {
      return operation.requestValues(given);
    }
    Object[] values = new Object[operation.method().getParameterCount()];
    for (int i = 0; i < positions.length; i++) {
      values[positions[i]] = given[i];
    }
    return values;
  }

  /**
   * The type that the method brings.
   *
   * @param result of the synchronous method
   * @param arguments of the synchronous method, with the holders that it has set
   */
  public @Nullable Object result(@Nullable Object result, Object[] arguments) {
    return wrapper == null ? result : wrapper.bean(operation.responseValues(result, arguments));
  }
}
