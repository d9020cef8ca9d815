package io.castile.codec.value;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;

/**
 * One child element of a wrapper that has no class of its own: a part of an rpc message, or a
 * parameter of a wrapped operation.
 *
 * @param name the name of the child element
 * @param type the Java type: a class, an array, or a parameterised collection; a collection or an
 *     array (other than {@code byte[]}) is a repeated element
 * @param annotations binding annotations of the parameter (adapters, {@code XmlList}, {@code
 *     XmlMimeType}); may be empty
 * @param itemized whether an array is one element with {@code <item>} children, as in rpc messages,
 *     rather than a repeated element
 */
public record WrapperPart(QName name, Type type, List<Annotation> annotations, boolean itemized) {
  public WrapperPart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    annotations = List.copyOf(annotations);
  }

  /** A part without annotations. */
  public WrapperPart(QName name, Type type) {
    this(name, type, List.of(), false);
  }
}
