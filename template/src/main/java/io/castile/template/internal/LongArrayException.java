package io.castile.template.internal;

import io.castile.template.TemplateOptions;

/**
 * Thrown by an update of a template whose message has an array or a list that is too long to be
 * kept ({@link TemplateOptions#maxArrayItems}): the message has to be sent by {@link Overlay}. It
 * tells of no error, so it has no stack trace.
 */
public final class LongArrayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LongArrayException(int items, int max) {
    super("an array or a list of " + items + " items, maxArrayItems is " + max, null, false, false);
  }
}
