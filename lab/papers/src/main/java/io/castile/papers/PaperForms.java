package io.castile.papers;

import io.castile.delta.DifferentialOptions;
import io.castile.delta.internal.ResponseForms;

/**
 * The forms of the mSOAP paper, {@link PaperLink}, as the differential link finds them.
 * Thread-safe.
 *
 * @see DifferentialOptions.Form
 */
public final class PaperForms implements ResponseForms {
  /** For {@link java.util.ServiceLoader}. */
  public PaperForms() {}

  @Override
  public Receiver receiver(DifferentialOptions.Form form, Bounds bounds) {
    return new PaperReceiver(form, bounds);
  }

  @Override
  public Sender sender(Bounds bounds) {
    return new PaperSender(bounds);
  }

  /**
   * A new end of a link with a form.
   *
   * @param maxChanged the share of elements above which the end sends a message whole
   */
  static PaperLink newLink(DifferentialOptions.Form form, double maxChanged) {
    return switch (form) {
      case PAPER_UPDATES -> PaperLink.of(PaperLink.Updates.ELEMENTS, false, maxChanged);
      case PAPER_ENCODING -> PaperLink.of(PaperLink.Updates.NONE, true, maxChanged);
      case MSOAP -> PaperLink.of(PaperLink.Updates.ELEMENTS, true, maxChanged);
      case COLUMNS -> throw new IllegalArgumentException("expected a form of the paper: " + form);
    };
  }

  /** Whether answers in a form say which elements have changed. */
  static boolean hasUpdates(DifferentialOptions.Form form) {
    return form == DifferentialOptions.Form.PAPER_UPDATES || form == DifferentialOptions.Form.MSOAP;
  }
}
