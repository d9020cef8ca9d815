package io.castile.bench.delta;

import io.castile.papers.PaperLink.Updates;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The ways to send messages that differ little from the one before: the rows. */
public enum LinkRow {
  SOAP("SOAP", PlainEnd::new),
  GZIP("gzip -6", GzipEnd::new),
  /** The paper's Encoding, */
  ENCODING("Encoding", () -> new PaperEnd(Updates.NONE, true, false)),
  /** its Differential Updates, */
  UPDATES("Differential Updates", () -> new PaperEnd(Updates.ELEMENTS, false, false)),
  /** and what they come to if leaves are sent in place of elements; */
  LEAVES("Differential Updates, leaves", () -> new PaperEnd(Updates.LEAVES, false, false)),
  /** and both together, */
  MSOAP("mSOAP", () -> new PaperEnd(Updates.ELEMENTS, true, false)),
  /** with all that it allows for. */
  MSOAP_GZIP("mSOAP, leaves, gzip", () -> new PaperEnd(Updates.LEAVES, true, true)),
  DCZ_3("dcz -3", () -> new DczEnd(3)),
  DCZ_19("dcz -19", () -> new DczEnd(19)),
  DELTA("Castile's delta", DeltaEnd::new);

  private final String label;
  private final Supplier<LinkEnd> end;

  LinkRow(String label, Supplier<LinkEnd> end) {
    this.label = label;
    this.end = end;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** What tables call all of them. */
  static List<String> labels() {
    return Stream.of(values()).map(LinkRow::label).toList();
  }

  /** A new end, which knows no message. */
  LinkEnd open() {
    return end.get();
  }

  /** Whether it does anything that takes time. */
  boolean isTimed() {
    return this != SOAP;
  }
}
