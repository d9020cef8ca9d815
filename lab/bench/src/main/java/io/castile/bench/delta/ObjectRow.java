package io.castile.bench.delta;

import java.util.List;
import java.util.stream.Stream;

/** Ways to make bytes of the objects of an answer, and objects of those: the rows. */
enum ObjectRow {
  SOAP("SOAP"),
  JAVA("Java RMI"),
  PROTOBUF("gRPC");

  private final String label;

  ObjectRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** What tables call all of them. */
  static List<String> labels() {
    return Stream.of(values()).map(ObjectRow::label).toList();
  }
}
