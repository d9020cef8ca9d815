package io.castile.soap.mime;

/** Whether a message leaves as a package of parts. */
public enum AttachmentMode {
  /** As a document. */
  NONE,
  /** As a package, if it refers to any attachment. */
  REFERENCES,
  /** As an XOP package, whatever is in it. */
  MTOM
}
