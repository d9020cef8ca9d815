package io.castile.soap.client;

import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * Reports answers that came in another version of SOAP than their requests, which would otherwise
 * go unnoticed: once for an operation. There is one for each client. Thread-safe.
 */
final class VersionMismatchLog {
  private final Set<Operation> told = ConcurrentHashMap.newKeySet();

  /** Logs a version mismatch; to be called with the response of a call, when it has been read. */
  void tell(Operation operation, SoapVersion asked, SoapVersion answered) {
    if (asked != answered && told.add(operation)) {
      LoggerFactory.getLogger(VersionMismatchLog.class)
          .warn(
              "operation {} asked in {} and was answered in {}, which is read all the same: set"
                  + " .soapVersion(SoapVersion.{}) if the service speaks that, or"
                  + " .sameVersion(true) to refuse such answers",
              operation,
              asked,
              answered,
              answered.name());
    }
  }
}
