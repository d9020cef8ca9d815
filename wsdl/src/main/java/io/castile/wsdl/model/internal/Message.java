package io.castile.wsdl.model.internal;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A message (WSDL 1.1 §2.3).
 *
 * @param name of the message
 * @param documentation what its author says of it; may be empty
 * @param parts in the order of the description
 */
public record Message(QName name, String documentation, List<Part> parts) {
  public Message {
    parts = List.copyOf(parts);
  }

  /** Returns the part of a name. */
  public Optional<Part> part(String partName) {
    return parts.stream().filter(part -> part.name().equals(partName)).findFirst();
  }
}
