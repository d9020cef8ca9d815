package io.castile.xml.internal;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives Castile's own modules the part of an exported object that applications cannot name.
 *
 * <p>The class of the object says once, when it is initialized, how the part is read; the class of
 * the part has the constant and a method {@code of}. Thread-safe: an object exists only after its
 * class was initialized.
 *
 * @param <T> the exported type
 * @param <P> the type of the part, in a package with a qualified export
 */
public final class HiddenPart<T, P> {
  private @Nullable Function<T, P> reader; // null before the class of the object was initialized

  /** Sets how the part is read; called once, by the static initializer of the exported class. */
  public void readBy(Function<T, P> read) {
    reader = Objects.requireNonNull(read, "read");
  }

  /** Returns the part of an object. */
  public P of(T object) {
    return Objects.requireNonNull(reader, "reader").apply(object);
  }
}
