package io.castile.soap.mime;

/** Whether a message leaves as a package of parts. */
public enum AttachmentMode {
  /** Sends binary data in the document. */
  NONE,
  /** Sends a package, if the document refers to any attachment. */
  REFERENCES,
  /** Sends an XOP package, whatever is in it. */
  MTOM
}
