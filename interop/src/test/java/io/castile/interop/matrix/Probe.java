package io.castile.interop.matrix;

import jakarta.xml.ws.Holder;

/** What the service does, whatever the style of its messages. */
public interface Probe {
  String TYPES = "urn:castile:probe:types";

  /** Returns what it was given. */
  Sheet echo(Sheet sheet);

  /** Throws the declared fault, always. */
  Sheet refuse(Sheet sheet) throws Refused;

  /** Throws an exception that nobody has declared, always. */
  Sheet fail(Sheet sheet);

  /**
   * Returns what it was given.
   *
   * @param caller a block of the request's header
   * @param ticket a block of both headers; the answer is the caller, a slash, and what was there
   */
  Sheet stamp(Sheet sheet, String caller, Holder<String> ticket);

  /** One-way. */
  void tell(Sheet sheet);
}
