package io.castile.soap;

/** Whether a message leaves as a package of parts. */
enum Packing {
  /** As a document. */
  NONE,
  /** As a package, if it refers to any attachment. */
  REFERENCES,
  /** As an XOP package, whatever is in it. */
  MTOM
}
