package io.castile.delta;

import io.castile.delta.internal.ResponseForms;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link ResponseForms} on the class path: what the class loader of this library sees
 * first, else what the context class loader of the calling thread does. Nothing is kept here, so
 * that an application that goes takes its forms along.
 */
final class FormLoader {
  private FormLoader() {}

  /** The forms; null if there are none. */
  static @Nullable ResponseForms find() {
    return find(new ArrayList<>());
  }

  /**
   * The forms.
   *
   * @throws IllegalStateException if there are none; the message names the artifact to add
   */
  static ResponseForms require(DifferentialOptions.Form form) {
    List<Throwable> failures = new ArrayList<>();
    ResponseForms found = find(failures);
    if (found == null) {
      IllegalStateException none =
          new IllegalStateException(
              "Cannot use the form "
                  + form
                  + ", because its artifact is "
                  + (failures.isEmpty()
                      ? "not on the class path"
                      : "not usable: " + failures.get(0))
                  + ". Add io.castile:castile-papers, which a checkout builds in lab/papers.");
      failures.forEach(none::addSuppressed);
      throw none;
    }
    return found;
  }

  private static @Nullable ResponseForms find(List<Throwable> failures) {
    ResponseForms found = first(ResponseForms.class.getClassLoader(), failures);
    return found != null ? found : first(Thread.currentThread().getContextClassLoader(), failures);
  }

  /**
   * The first that can be made; null for none.
   *
   * @param failures takes what cannot be made, as that of another copy of this library
   */
  private static @Nullable ResponseForms first(
      @Nullable ClassLoader loader, List<Throwable> failures) {
    try {
      Iterator<ResponseForms> all = ServiceLoader.load(ResponseForms.class, loader).iterator();
      return all.hasNext() ? all.next() : null;
    } catch (ServiceConfigurationError e) {
      failures.add(e);
      return null;
    }
  }
}
