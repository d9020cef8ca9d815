package io.castile.generate.source;

import io.castile.generate.bean.Beans;
import io.castile.generate.bean.JavaType;
import io.castile.generate.encoded.EncodedSchemas;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The exceptions of a description: one for each message that is a fault's (§2.5). */
final class Faults {
  private final Beans beans;
  private final EncodedSchemas encoded;
  private final ClassRegistry classes;
  private final Map<QName, SeiFault> faults = new LinkedHashMap<>();
  private final Set<String> withoutDetail = new LinkedHashSet<>();

  Faults(Beans beans, EncodedSchemas encoded, ClassRegistry classes) {
    this.beans = beans;
    this.encoded = encoded;
    this.classes = classes;
  }

  /** Returns the exceptions that a method declares; one of the same class once. */
  List<SeiFault> of(BindingOperation bound, List<Problem> problems) {
    Operation operation = bound.operation();
    List<SeiFault> all = new ArrayList<>();
    for (OperationMessage each : operation.faults()) {
      SeiFault fault = fault(each, bound);
      if (fault == null && bound.isEncoded()) {
        withoutDetail.add(each.message().name().getLocalPart());
      } else if (fault == null) {
        problems.add(
            Problem.warning(
                operation.place(),
                "fault "
                    + each.name()
                    + " of operation "
                    + operation.name()
                    + " has no detail, expected one part of an element (WSDL 1.1 §3.6)",
                "the method does not declare it"));
      } else if (!all.contains(fault)) {
        all.add(fault);
      }
    }
    return all;
  }

  /** Returns the messages of encoded faults that have no exceptions, and forgets them. */
  List<String> takeWithoutDetail() {
    List<String> taken = List.copyOf(withoutDetail);
    withoutDetail.clear();
    return taken;
  }

  private @Nullable SeiFault fault(OperationMessage fault, BindingOperation bound) {
    Message message = fault.message();
    SeiFault known = faults.get(message.name());
    Part part = message.parts().size() == 1 ? message.parts().get(0) : null;
    if (known != null || part == null) {
      return known;
    }
    QName element = element(part, fault, bound);
    JavaType type = element == null ? null : type(part);
    if (element == null || type == null) {
      return null;
    }
    String name = classes.add(message.name(), "_Exception");
    SeiFault made = new SeiFault(name, part, element, type, message.documentation());
    faults.put(message.name(), made);
    return made;
  }

  /** The element of the detail: an encoded one has the name of its part (WSDL 1.1 §3.6). */
  private static @Nullable QName element(
      Part part, OperationMessage fault, BindingOperation bound) {
    if (part.element() != null || !bound.isEncoded()) {
      return part.element();
    }
    String namespace =
        bound.faults().stream()
            .filter(each -> each.name().equals(fault.name()) && each.namespace() != null)
            .map(MessageBinding::namespace)
            .findFirst()
            .orElse("");
    return new QName(namespace, part.name());
  }

  private @Nullable JavaType type(Part part) {
    if (part.element() != null) {
      return beans.element(part.element());
    }
    return part.type() == null ? null : beans.type(encoded.form(part.type()));
  }

  Collection<SeiFault> all() {
    return faults.values();
  }
}
