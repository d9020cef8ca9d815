package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.soap.model.internal.OperationModel;
import jakarta.xml.ws.Holder;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.cxf.message.MessageContentsList;
import org.jspecify.annotations.Nullable;

/**
 * Between the lists in which CXF has the parts of messages and the values of {@link
 * OperationModel}: in a response's list the result comes first, and what goes into the holder of
 * parameter {@code k} is at {@code k + 1}.
 */
final class Values {
  private Values() {}

  private static int[] holders(OperationModel operation) {
    Class<?>[] types = operation.method().getParameterTypes();
    return IntStream.range(0, types.length).filter(i -> types[i] == Holder.class).toArray();
  }

  /**
   * The values of a response.
   *
   * @param contents null for none
   * @throws NotCacheableException if there are none and the operation has some
   */
  static Object[] ofResponse(OperationModel operation, @Nullable List<?> contents) {
    int[] holders = holders(operation);
    boolean isVoid = operation.method().getReturnType() == void.class;
    if (contents == null && !(isVoid && holders.length == 0)) {
      throw new NotCacheableException("the response has no content");
    }
    Object[] values = new Object[1 + holders.length];
    values[0] = isVoid ? null : at(contents, 0);
    for (int i = 0; i < holders.length; i++) {
      values[i + 1] = at(contents, holders[i] + 1);
    }
    return values;
  }

  private static @Nullable Object at(@Nullable List<?> contents, int index) {
    Object value = contents != null && index < contents.size() ? contents.get(index) : null;
    Object held = value instanceof Holder<?> holder ? holder.value : value;
    return held == MessageContentsList.REMOVED_MARKER ? null : held;
  }

  /**
   * The list of a response, as a client has it when the response has come.
   *
   * @param arguments whose holders get their values
   */
  static MessageContentsList toResponse(
      OperationModel operation, Object[] values, Object[] arguments) {
    MessageContentsList contents = new MessageContentsList();
    contents.set(0, operation.deliver(values, arguments));
    int[] holders = holders(operation);
    for (int i = 0; i < holders.length; i++) {
      Object holder = arguments[holders[i]];
      contents.set(holders[i] + 1, holder == null ? values[i + 1] : holder);
    }
    return contents;
  }

  /**
   * The arguments of a call, holders as they are.
   *
   * @param contents null for none
   * @throws NotCacheableException if they are not those of the method
   */
  static Object[] arguments(OperationModel operation, @Nullable List<?> contents) {
    Object[] arguments = contents == null ? new Object[0] : contents.toArray();
    if (arguments.length != operation.method().getParameterCount()) {
      throw new NotCacheableException(
          "expected "
              + operation.method().getParameterCount()
              + " arguments, found "
              + arguments.length);
    }
    return arguments;
  }
}
