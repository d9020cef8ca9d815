package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.Codec.Explanation;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Explains what the codecs make of classes. */
final class ClassExplanations {
  private ClassExplanations() {}

  /** Explains these classes, and all that they refer to; simple types are passed over. */
  static List<Explanation> of(Collection<Class<?>> roots, BeanCodecs codecs) {
    List<Explanation> all = new ArrayList<>();
    Set<Class<?>> seen = new LinkedHashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      Class<?> type = open.poll();
      boolean bound = type.isInterface() || TypeIndex.isBound(type);
      if (!bound || type.isEnum() || !seen.add(type)) {
        continue;
      }
      XmlSeeAlso seeAlso = type.getAnnotation(XmlSeeAlso.class);
      if (seeAlso != null) {
        open.addAll(List.of(seeAlso.value()));
      }
      BeanCodec codec = null;
      try {
        codec = codecs.beanCodec(type);
      } catch (BindingException e) {
        all.add(new Explanation(type, false, e.getMessage(), List.of()));
        continue;
      }
      if (codec instanceof TypeCodec planned) {
        List<String> properties = new ArrayList<>();
        for (BeanPlan plan = planned.plan; plan != null; plan = plan.parent) {
          List<String> own = plan.own.stream().map(Property::describe).toList();
          properties.addAll(0, own);
          Set<Class<?>> referred = new LinkedHashSet<>();
          plan.own.forEach(property -> property.collectTypes(referred));
          open.addAll(referred);
        }
        all.add(new Explanation(type, true, null, List.copyOf(properties)));
      } else {
        all.add(
            new Explanation(
                type, false, ((ReferenceBinding.ReferenceCodec) codec).reason(), List.of()));
      }
    }
    return List.copyOf(all);
  }
}
