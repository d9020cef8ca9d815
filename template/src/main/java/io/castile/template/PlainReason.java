package io.castile.template;

/** Why a message was written without a template. */
public enum PlainReason {
  /** It was the first message of its shape, which may never come again. */
  FIRST,
  /** A trial compared templates with it. */
  COMPARED,
  /** At the last trial, templates were not faster, or the trial came to no end. */
  SLOWER,
  /** Nearly every value outgrew its place in the last messages. */
  CHANGES,
  /** The template took more memory than one template may. */
  TOO_LARGE
}
