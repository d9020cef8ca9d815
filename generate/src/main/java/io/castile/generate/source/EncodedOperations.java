package io.castile.generate.source;

import io.castile.wsdl.model.Binding;
import io.castile.wsdl.model.BindingOperation;
import java.util.List;

/** What is encoded (SOAP 1.1 §5), which the engine does not speak: the one place that says so. */
final class EncodedOperations {
  private EncodedOperations() {}

  /** Returns the operations of a binding that can be called. */
  static List<BindingOperation> callable(Binding binding) {
    return binding.operations().stream().filter(each -> !each.isEncoded()).toList();
  }

  /** Whether a binding has operations that cannot be called. */
  static boolean isIn(Binding binding) {
    return binding.operations().stream().anyMatch(BindingOperation::isEncoded);
  }
}
