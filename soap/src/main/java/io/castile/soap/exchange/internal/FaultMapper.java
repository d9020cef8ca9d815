package io.castile.soap.exchange.internal;

import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.OperationModel;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Maps exceptions of a server to responses (Jakarta XML Web Services 4.0 §10.2.2.3): the declared
 * exceptions of an operation travel in the detail, a fault thrown as such is sent as it is, and a
 * bug of the service is its message without stack trace, or a number by which it is found in the
 * log. Bugs are logged with their trace, each kind once, and then by one line.
 */
public final class FaultMapper {
  private static final Logger log = LoggerFactory.getLogger(FaultMapper.class);

  /** Kinds whose trace is in the log; bounded. */
  private static final int MAX_KINDS = 256;

  private final ConcurrentHashMap<String, Boolean> logged = new ConcurrentHashMap<>();

  private final boolean masked;

  /**
   * @param masked whether a fault has nothing of an exception that no operation declares, but a
   *     number
   */
  public FaultMapper(boolean masked) {
    this.masked = masked;
  }

  /** Returns the response for an exception of the service's method. */
  public SoapResponse thrown(SoapRequest request, OperationModel operation, Throwable thrown) {
    if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
      throw error;
    }
    if (operation.oneWay()) {
      return Responses.ofFault(request, operation, bug(operation, thrown));
    }
    if (thrown instanceof SOAPFaultException fault) {
      return Responses.ofFault(request, operation, SaajFaults.fromException(fault));
    }
    FaultType declared = declared(operation, thrown);
    if (declared != null) {
      return Responses.ofFault(request, operation, receiver(thrown), declared, thrown);
    }
    return Responses.ofFault(request, operation, bug(operation, thrown));
  }

  /** Returns the response for a request that could not be served. */
  public SoapResponse refused(SoapRequest request, SoapException refused) {
    if (refused instanceof SoapMessageException message) {
      log.debug("request refused: {}", message.getMessage());
      boolean hasBlocks = request.version() == SoapVersion.SOAP_1_2;
      return Responses.ofFault(request, message.fault(), hasBlocks ? message.headers() : List.of());
    }
    if (refused instanceof SoapFaultReceivedException received) {
      return Responses.ofFault(request, null, received.fault());
    }
    return failed(request, refused);
  }

  /** The response for an exception of an interceptor, or of this engine. */
  public SoapResponse failed(SoapRequest request, Exception failure) {
    return Responses.ofFault(request, null, bug(null, failure));
  }

  /** Logs a bug, and returns what the caller is told of it. */
  private SoapFault bug(@Nullable OperationModel operation, Throwable thrown) {
    if (!masked) {
      logBug(operation, thrown, "");
      return receiver(thrown);
    }
    String number = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
    logBug(operation, thrown, " (" + number + ")");
    return SoapFault.of(
        SoapFault.Code.RECEIVER, "the service failed; its log says why under " + number);
  }

  private static SoapFault receiver(Throwable thrown) {
    String message = thrown.getMessage();
    return SoapFault.of(
        SoapFault.Code.RECEIVER,
        message == null ? "the service failed: " + thrown.getClass().getSimpleName() : message);
  }

  /** The declared exception nearest to the class of what was thrown. */
  private static @Nullable FaultType declared(OperationModel operation, Throwable thrown) {
    FaultType nearest = null;
    for (FaultType type : operation.faults()) {
      if (type.type().isInstance(thrown)
          && (nearest == null || nearest.type().isAssignableFrom(type.type()))) {
        nearest = type;
      }
    }
    return nearest;
  }

  /**
   * @param number by which the entry is found, in parentheses; empty for none
   */
  private void logBug(@Nullable OperationModel operation, Throwable thrown, String number) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String kind = thrown.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
    Object where = operation == null ? "the chain" : "operation " + operation;
    if (LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory) {
      System.getLogger(FaultMapper.class.getName())
          .log(
              System.Logger.Level.ERROR,
              where
                  + " failed"
                  + number
                  + ": "
                  + thrown
                  + "; add a provider of SLF4J for its trace");
      return;
    }
    if (logged.size() < MAX_KINDS && logged.putIfAbsent(kind, true) == null) {
      log.error("{} failed{}; the caller gets a fault without stack trace", where, number, thrown);
    } else {
      log.warn("{} failed again{}: {}", where, number, kind);
    }
  }
}
