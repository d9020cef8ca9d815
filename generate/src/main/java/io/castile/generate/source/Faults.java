package io.castile.generate.source;

import io.castile.generate.bean.Beans;
import io.castile.generate.bean.JavaType;
import io.castile.wsdl.model.Message;
import io.castile.wsdl.model.Operation;
import io.castile.wsdl.model.OperationMessage;
import io.castile.wsdl.model.Part;
import io.castile.wsdl.model.Problem;
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
  private final ClassRegistry classes;
  private final Map<QName, SeiFault> faults = new LinkedHashMap<>();
  private final Set<String> encoded = new LinkedHashSet<>();

  Faults(Beans beans, ClassRegistry classes) {
    this.beans = beans;
    this.classes = classes;
  }

  /**
   * Returns the exceptions that a method declares; one of the same class once.
   *
   * @param isEncoded whether faults may have types in place of elements, which stand for none
   */
  List<SeiFault> of(Operation operation, boolean isEncoded, List<Problem> problems) {
    List<SeiFault> all = new ArrayList<>();
    for (OperationMessage each : operation.faults()) {
      SeiFault fault = fault(each.message());
      if (fault == null && isEncoded) {
        encoded.add(each.message().name().getLocalPart());
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

  /** Returns the messages of faults that were encoded, and forgets them. */
  List<String> takeEncoded() {
    List<String> taken = List.copyOf(encoded);
    encoded.clear();
    return taken;
  }

  private @Nullable SeiFault fault(Message message) {
    SeiFault known = faults.get(message.name());
    Part part = message.parts().size() == 1 ? message.parts().get(0) : null;
    QName element = part == null ? null : part.element();
    JavaType type = element == null ? null : beans.element(element);
    if (known != null || element == null || type == null) {
      return known;
    }
    String name = classes.add(message.name(), "_Exception");
    SeiFault fault = new SeiFault(name, element, type, message.documentation());
    faults.put(message.name(), fault);
    return fault;
  }

  Collection<SeiFault> all() {
    return faults.values();
  }
}
