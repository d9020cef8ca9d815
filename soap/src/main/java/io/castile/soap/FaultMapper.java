package io.castile.soap;

import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server answers for an exception (Jakarta XML Web Services 4.0 §10.2.2.3): the declared
 * exceptions of an operation travel in the detail, a fault thrown as such is sent as it is, and a
 * bug of the service is its message, without stack trace. Bugs are logged with their trace, each
 * kind once, and then by one line.
 */
final class FaultMapper {
  private static final Logger log = LoggerFactory.getLogger(FaultMapper.class);

  /** Kinds whose trace is in the log; bounded. */
  private static final int MAX_KINDS = 256;

  private final ConcurrentHashMap<String, Boolean> logged = new ConcurrentHashMap<>();

  /** The response for what the service's method threw. */
  SoapResponse thrown(SoapRequest request, Operation operation, Throwable thrown) {
    if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
      throw error;
    }
    if (operation.oneWay()) {
      logBug(operation, thrown);
      return SoapResponse.ofFault(request, operation, receiver(thrown));
    }
    if (thrown instanceof SOAPFaultException fault) {
      return SoapResponse.ofFault(request, operation, SaajFaults.fromException(fault));
    }
    FaultType declared = declared(operation, thrown);
    if (declared != null) {
      return SoapResponse.ofFault(request, operation, receiver(thrown), declared, thrown);
    }
    logBug(operation, thrown);
    return SoapResponse.ofFault(request, operation, receiver(thrown));
  }

  /** The response for a request that could not be answered. */
  SoapResponse refused(SoapRequest request, SoapException refused) {
    if (refused instanceof SoapMessageException message) {
      log.debug("request refused: {}", message.getMessage());
      return SoapResponse.ofFault(request, null, message.fault());
    }
    if (refused instanceof SoapFaultReceivedException received) {
      return SoapResponse.ofFault(request, null, received.fault());
    }
    return failed(request, refused);
  }

  /** The response for an exception of an interceptor, or of this engine. */
  SoapResponse failed(SoapRequest request, Exception failure) {
    logBug(null, failure);
    return SoapResponse.ofFault(request, null, receiver(failure));
  }

  private static SoapFault receiver(Throwable thrown) {
    String message = thrown.getMessage();
    return SoapFault.of(
        SoapFault.Code.RECEIVER,
        message == null ? "the service failed: " + thrown.getClass().getSimpleName() : message);
  }

  /** The declared exception nearest to the class of what was thrown. */
  private static FaultType declared(Operation operation, Throwable thrown) {
    FaultType nearest = null;
    for (FaultType type : operation.faults()) {
      if (type.type().isInstance(thrown)
          && (nearest == null || nearest.type().isAssignableFrom(type.type()))) {
        nearest = type;
      }
    }
    return nearest;
  }

  private void logBug(Operation operation, Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String kind = thrown.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
    Object where = operation == null ? "the chain" : "operation " + operation;
    if (logged.size() < MAX_KINDS && logged.putIfAbsent(kind, true) == null) {
      log.error("{} failed; the caller gets a fault with the message only", where, thrown);
    } else {
      log.warn("{} failed again: {}", where, kind);
    }
  }
}
