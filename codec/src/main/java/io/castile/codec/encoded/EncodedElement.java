package io.castile.codec.encoded;

import io.castile.codec.value.Markup;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The codec of one encoded element outside of an operation's message: an entry of a fault's detail.
 * Immutable and thread-safe.
 */
public final class EncodedElement {
  private final QName name;
  private final EncodedType type;
  private final EncodedTypes types;
  private final EncodedMessage message;

  EncodedElement(QName name, Markup tag, EncodedType type, EncodedTypes types) {
    this.name = name;
    this.type = type;
    this.types = types;
    List<EncodedMessage.Part> only = List.of(new EncodedMessage.Part(tag, 0, type, true));
    this.message = new EncodedMessage(name, tag, List.of(), only, false, types);
  }

  /** Returns the name of the element. */
  public QName name() {
    return name;
  }

  EncodedType type() {
    return type;
  }

  /**
   * Whether a value that names its type so may stand here.
   *
   * @param typeName what {@code xsi:type} says
   * @return whether the type is the declared one or derived from it, or both are texts; null if it
   *     is not known
   */
  public @Nullable Boolean takes(QName typeName) {
    if (typeName.equals(type.name) || type == types.any()) {
      return true;
    }
    EncodedType said = types.ofName(typeName);
    if (said == null) {
      return null;
    }
    return said instanceof SimpleEncoded && isText()
        || said instanceof BeanType bean
            && type instanceof BeanType
            && type.javaType().isAssignableFrom(bean.javaType());
  }

  /** Whether the value is a text: a number, a string, a date. */
  public boolean isText() {
    return type instanceof SimpleEncoded;
  }

  /** Whether a value that names its type so is of the declared type itself. */
  public boolean isOfType(QName typeName) {
    return typeName.equals(type.name);
  }

  /**
   * Writes the element.
   *
   * @param value null for nil
   * @return to be told to {@link EncodedWriting#end} where elements may stand to which this refers
   * @throws io.castile.codec.BindingException if a value is of no known type
   */
  public EncodedWriting write(@Nullable Object value, EncodingRules rules, XmlWriter out) {
    EncodedWriting writing = message.writing(new @Nullable Object[] {value}, rules, out);
    writing.block(0);
    return writing;
  }

  /**
   * Reads the element at which {@code in} stands, and those behind it to which it refers;
   * afterwards {@code in} is at the end of its parent.
   *
   * @return null for nil
   */
  public @Nullable Object read(XmlReader in) {
    EncodedReading reading = message.reading(in);
    reading.block(0);
    return reading.end()[0];
  }
}
