package io.castile.codec;

import io.castile.codec.binding.BindingException;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the codecs deal with one class.
 *
 * @param type the class
 * @param planned whether its own plan writes and reads it; else the reference implementation does,
 *     or it cannot be bound
 * @param reason why it is not planned; null where it is
 * @param properties one line for each property: its Java name and what it is in XML; empty where it
 *     is not planned
 */
public record Explanation(
    Class<?> type, boolean planned, @Nullable String reason, List<String> properties) {

  /** What becomes of these classes, and of all that they refer to; of simple types nothing. */
  static List<Explanation> of(Collection<Class<?>> roots, Codecs codecs) {
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
