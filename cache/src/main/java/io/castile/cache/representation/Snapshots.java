package io.castile.cache.representation;

import io.castile.cache.graph.NotCacheableException;
import io.castile.soap.model.internal.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies of arguments, of which a key and a message are made alike, whatever another thread does to
 * the arguments meanwhile.
 */
public final class Snapshots {
  private Snapshots() {}

  /**
   * Returns the values of a request's parameters as they are now.
   *
   * @param values by slots; not changed
   * @return the same array where nothing in it can change
   * @throws NotCacheableException if one cannot be copied, as if it is being changed
   */
  public static @Nullable Object[] of(List<Parameter> parameters, @Nullable Object[] values) {
    Object[] copies = null;
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      Object value = values[parameter.slot()];
      Object copy;
      try {
        copy = value == null ? null : parameter.codec().copy(value);
      } catch (RuntimeException | StackOverflowError e) {
        throw NotCacheableException.failed("copying an argument", e);
      }
      if (copy != value) {
        copies = copies == null ? values.clone() : copies;
        copies[parameter.slot()] = copy;
      }
    }
    return copies == null ? values : copies;
  }
}
