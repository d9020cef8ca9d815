package io.castile.template;

import java.lang.ref.WeakReference;

/** What the entry at the beginning of a tracked object refers to; keeps no object alive. */
final class TrackedMark extends WeakReference<Tracked> {
  final TypeMark type;

  TrackedMark(Tracked object) {
    super(object);
    this.type = TypeMark.of(object.getClass());
  }
}
