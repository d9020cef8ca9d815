package io.castile.cache.observe;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Which operation a call is of. */
record OperationKey(@Nullable QName service, QName operation, String endpoint) {
  /** The longest name, as in a policy. */
  static final int MAX_NAME_LENGTH = 512;

  static final int MAX_ENDPOINT_LENGTH = 2048;

  static OperationKey of(ObservedCall call) {
    return new OperationKey(call.service(), call.operation(), call.endpoint());
  }

  boolean isTooLong() {
    return length(operation) > MAX_NAME_LENGTH
        || (service != null && length(service) > MAX_NAME_LENGTH)
        || endpoint.length() > MAX_ENDPOINT_LENGTH;
  }

  long size() {
    return 4 * NameIndex.size("")
        + 2L * (length(operation) + (service == null ? 0 : length(service)) + endpoint.length());
  }

  private static int length(QName name) {
    return name.getNamespaceURI().length() + name.getLocalPart().length() + 2;
  }
}
