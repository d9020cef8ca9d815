package io.castile.soap.model.internal;

import java.lang.reflect.Method;
import java.util.List;

/**
 * Where descriptions of operations come from, each time they are needed: they are large, and little
 * of them is needed once an operation is planned.
 */
public interface OperationDescriptions {
  /** Returns the descriptions of all operations. */
  List<OperationDescription> operations();

  /**
   * Returns the description of a method's operation, equal to the one among {@link #operations}.
   */
  OperationDescription operation(Method method);

  /** The descriptions of no operation. */
  OperationDescriptions NONE =
      new OperationDescriptions() {
        @Override
        public List<OperationDescription> operations() {
          return List.of();
        }

        @Override
        public OperationDescription operation(Method method) {
          throw new AssertionError("no description is asked for");
        }
      };

  /** The description of one operation that is made of nothing that could be read again. */
  record OfOne(OperationDescription description) implements OperationDescriptions {
    @Override
    public List<OperationDescription> operations() {
      return List.of(description);
    }

    @Override
    public OperationDescription operation(Method method) {
      return description;
    }
  }
}
