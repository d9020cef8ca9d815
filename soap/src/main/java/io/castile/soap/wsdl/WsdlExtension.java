package io.castile.soap.wsdl;

import io.castile.soap.exchange.Interceptor;
import io.castile.soap.model.internal.OperationModel;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * An interceptor of a server that has something to say in the generated description of the service
 * (WSDL 1.1 §2.1.3). Names have the prefixes of {@link #namespaces}.
 */
public interface WsdlExtension extends Interceptor {
  /** Returns the namespaces of all names that this writes, by prefix. */
  Map<String, String> namespaces();

  /** Returns the attributes of an operation's input in the port type, by name. */
  Map<String, String> inputAttributes(OperationModel operation);

  /** Returns the attributes of an operation's output in the port type, by name. */
  Map<String, String> outputAttributes(OperationModel operation);

  /** Returns the attributes of an operation's fault in the port type, by name. */
  Map<String, String> faultAttributes(
      OperationModel operation, Class<? extends Throwable> exception);

  /** Writes elements that come first in the binding. */
  void writeBinding(XMLStreamWriter out) throws XMLStreamException;
}
