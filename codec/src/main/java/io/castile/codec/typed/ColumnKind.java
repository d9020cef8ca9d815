package io.castile.codec.typed;

/** The kind of a column's values; with the Java type, how they are kept and compared. */
public enum ColumnKind {
  /** True or false. */
  BOOLEAN,
  /** Whole numbers of at most 64 bits, a character's number among them. */
  INTEGER,
  /** Numbers of single precision. */
  FLOAT,
  /** Numbers of double precision. */
  DOUBLE,
  /** Constants of an enum. */
  ENUM,
  /** Dates and times, as the bits of {@link io.castile.xml.internal.RowCodec#bits}. */
  CALENDAR,
  /** Decimals with their scale. */
  DECIMAL,
  /** Strings. */
  STRING,
  /** Whatever else has a text: by that text, as it stands in an element. */
  TEXT,
  /** How many items a bean has of a property, or whether it has one; -1 for none at all. */
  COUNT
}
