package io.castile.generate.encoded;

import io.castile.generate.encoded.Component.Kind;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The components that messages have which are not encoded. */
final class LiteralComponents {
  private final Set<Component> found = new HashSet<>();

  private LiteralComponents() {}

  static Set<Component> of(Description description) {
    LiteralComponents literal = new LiteralComponents();
    for (Binding binding : Descriptions.bindings(description)) {
      binding.operations().forEach(literal::add);
    }
    return literal.found;
  }

  private void add(BindingOperation bound) {
    Operation operation = bound.operation();
    if (!bound.isEncoded()) {
      add(operation.input());
      add(operation.output());
    }
    operation.faults().forEach(this::addElements);
    headers(bound.input());
    headers(bound.output());
  }

  private void headers(@Nullable MessageBinding message) {
    if (message != null) {
      for (HeaderBinding each : message.headers()) {
        addElement(each.part());
      }
    }
  }

  private void add(@Nullable OperationMessage message) {
    if (message != null) {
      addElements(message);
      for (Part each : message.message().parts()) {
        if (each.type() != null) {
          found.add(new Component(Kind.TYPE, each.type()));
        }
      }
    }
  }

  /** Faults are literal where they are elements. */
  private void addElements(OperationMessage message) {
    Message parts = message.message();
    parts.parts().forEach(this::addElement);
  }

  private void addElement(Part part) {
    if (part.element() != null) {
      found.add(new Component(Kind.ELEMENT, part.element()));
    }
  }
}
