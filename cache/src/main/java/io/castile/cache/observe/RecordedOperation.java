package io.castile.cache.observe;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The recorded data of an operation. Immutable and thread-safe. */
public final class RecordedOperation {
  private final @Nullable QName service;
  private final QName operation;
  private final String endpoint;
  private final CallTotals totals;
  private final List<String> identities;
  private final List<String> requestPaths;
  private final List<String> answerPaths;
  private final List<CallRow> rows;

  /**
   * @param rows in the order of their arrival
   */
  RecordedOperation(
      @Nullable QName service,
      QName operation,
      String endpoint,
      CallTotals totals,
      List<String> identities,
      List<String> requestPaths,
      List<String> answerPaths,
      List<CallRow> rows) {
    this.service = service;
    this.operation = operation;
    this.endpoint = endpoint;
    this.totals = totals;
    this.identities = List.copyOf(identities);
    this.requestPaths = List.copyOf(requestPaths);
    this.answerPaths = List.copyOf(answerPaths);
    this.rows = List.copyOf(rows);
  }

  /** Returns the service; empty if not known. */
  public Optional<QName> service() {
    return Optional.ofNullable(service);
  }

  /** Returns the operation. */
  public QName operation() {
    return operation;
  }

  /** Returns the address of the origin; empty if not known. */
  public String endpoint() {
    return endpoint;
  }

  /** Returns the sums over all calls. */
  public CallTotals totals() {
    return totals;
  }

  /** Returns how many calls are kept. */
  public int kept() {
    return rows.size();
  }

  List<String> identities() {
    return identities;
  }

  List<String> requestPaths() {
    return requestPaths;
  }

  List<String> answerPaths() {
    return answerPaths;
  }

  List<CallRow> rows() {
    return rows;
  }
}
