package io.castile.soap.client;

import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.OperationModel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * Reports answers that came in another version of SOAP than their requests, which would otherwise
 * go unnoticed: once for an operation. There is one for each client. Thread-safe.
 */
final class VersionMismatchLog {
  private final Set<OperationModel> told = ConcurrentHashMap.newKeySet();

  /** Reports that the response of a call, which has been read, came in another version. */
  void tell(OperationModel operation, SoapVersion asked, SoapVersion answered) {
    if (told.add(operation)) {
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
