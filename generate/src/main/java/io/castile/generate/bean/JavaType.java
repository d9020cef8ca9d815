package io.castile.generate.bean;

import java.util.ArrayList;
import java.util.List;

/**
 * A type of Java, by full names.
 *
 * @param name of it, with arguments; maybe that of a primitive type
 * @param boxed the same as an argument of a type
 * @param annotations that a parameter of the type has, as they are written; maybe with full names
 *     in backquotes
 */
public record JavaType(String name, String boxed, List<String> annotations) {
  public JavaType {
    annotations = List.copyOf(annotations);
  }

  /** This with one annotation more. */
  JavaType with(String annotation) {
    List<String> more = new ArrayList<>(annotations);
    more.add(annotation);
    return new JavaType(name, boxed, more);
  }
}
