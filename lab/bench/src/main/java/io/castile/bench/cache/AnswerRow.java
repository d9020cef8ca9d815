package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;

/**
 * The ways to keep an answer: the rows of the paper's Tables 7 and 9, what they say of the three
 * operations, and ours.
 */
enum AnswerRow {
  XML_MESSAGE(
      RepresentationKind.XML_MESSAGE,
      "XML message",
      "XML message",
      new PaperRow(0.299, 0.708, 3.244),
      new PaperRow(520, 5338, 5024)),
  /** Not the paper's events, which {@link ReferenceCell.Form#EVENTS} are: played as a message. */
  TAGS_AND_TEXTS(
      RepresentationKind.TAGS_AND_TEXTS,
      "Recorded tags and texts",
      "Recorded tags and texts",
      PaperRow.NONE,
      PaperRow.NONE),
  SERIALIZATION(
      RepresentationKind.SERIALIZATION,
      "Java serialization",
      "Java serialized form",
      new PaperRow(0.014, 0.046, 0.276),
      new PaperRow(21, 3611, 1914)),
  REFLECTION_COPY(
      RepresentationKind.REFLECTION_COPY,
      "Copy by reflection",
      "Java object, copied by reflection",
      new PaperRow(Double.NaN, 0.019, 0.046),
      PaperRow.NONE),
  CLONE(
      RepresentationKind.CLONE,
      "Copy by clone",
      "Java object, copied by clone",
      new PaperRow(Double.NaN, Double.NaN, 0.007),
      PaperRow.NONE),
  COMPILED_COPY(
      RepresentationKind.COMPILED_COPY,
      "Compiled copy",
      "Java object, compiled copy",
      PaperRow.NONE,
      PaperRow.NONE),
  /** Values that can be changed are declared read-only. */
  REFERENCE(
      RepresentationKind.REFERENCE,
      "Pass by reference",
      "Java object",
      new PaperRow(0.001, 0.001, 0.001),
      new PaperRow(28, 3600, 464));

  private final RepresentationKind kind;
  private final String label;
  private final String sizeLabel;
  private final PaperRow paperMillis;
  private final PaperRow paperBytes;

  AnswerRow(
      RepresentationKind kind,
      String label,
      String sizeLabel,
      PaperRow paperMillis,
      PaperRow paperBytes) {
    this.kind = kind;
    this.label = label;
    this.sizeLabel = sizeLabel;
    this.paperMillis = paperMillis;
    this.paperBytes = paperBytes;
  }

  /** What Table 7 calls it. */
  String label() {
    return label;
  }

  /** What Table 9 calls it. */
  String sizeLabel() {
    return sizeLabel;
  }

  /** The paper's times, in milliseconds. */
  PaperRow paperMillis() {
    return paperMillis;
  }

  /** The paper's sizes, in bytes. */
  PaperRow paperBytes() {
    return paperBytes;
  }

  /** Whether answers of an operation can be kept like that. */
  boolean fits(GoogleOperation operation) {
    try {
      return representation(operation).store(operation.answer(0)).kind() == kind;
    } catch (NotCacheableException e) {
      return false;
    }
  }

  /** A new representation of answers of an operation. */
  Representation<Object> representation(GoogleOperation operation) {
    return Representation.of(kind, operation.type(), operation.answerCodec(), this == REFERENCE);
  }

  /**
   * Keeps an answer.
   *
   * @throws IllegalStateException if it is kept otherwise
   */
  Stored<Object> store(Representation<Object> representation, Object answer) {
    Stored<Object> stored = representation.store(answer);
    if (stored.kind() != kind) {
      throw new IllegalStateException("an answer is kept as " + stored.kind() + ", not " + kind);
    }
    return stored;
  }
}
