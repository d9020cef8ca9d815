package io.castile.template.entry;

import io.castile.template.tracked.Tracked;
import java.lang.ref.WeakReference;

/**
 * The object to which the entry at the beginning of a tracked object refers; keeps no object alive.
 */
public final class TrackedMark extends WeakReference<Tracked> {
  public final TypeMark type;

  public TrackedMark(Tracked object) {
    super(object);
    this.type = TypeMark.of(object.getClass());
  }
}
