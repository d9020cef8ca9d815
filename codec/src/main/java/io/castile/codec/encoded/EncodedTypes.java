package io.castile.codec.encoded;

import io.castile.xml.Namespace;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The types of a service, by what a message and what a value says of itself. Thread-safe. */
interface EncodedTypes {
  /** The type of that name; null if there is none. */
  @Nullable EncodedType ofName(QName name);

  /**
   * The type of a value.
   *
   * @param declared of which it is one
   * @throws io.castile.codec.binding.BindingException if there is none
   */
  EncodedType ofValue(Object value, EncodedType declared);

  /** The type of arrays with such items. */
  EncodedType arrayOf(EncodedType item);

  /** The type that says nothing of its values. */
  EncodedType any();

  /** The one prefix that messages have for a namespace. */
  Namespace namespace(String uri);
}
