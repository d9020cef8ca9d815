package io.castile.codec;

import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads one element whose content is a {@code T}, copies, compares and hashes values of
 * {@code T}, all from the same binding plan.
 *
 * <p>Immutable and thread-safe. Made by {@code io.castile.codec.jaxb.Codecs}.
 *
 * <pre>{@code
 * Codec<Order> codec = Codecs.forElement(Order.class, new QName("urn:shop", "order"));
 * byte[] xml = codec.toBytes(order);
 * Order again = codec.fromBytes(xml);
 * }</pre>
 *
 * @param <T> the Java type of the element's value
 */
public interface Codec<T> {

  /** Returns the name of the element. */
  QName name();

  /**
   * Writes the element, with every namespace declaration that it needs and that is not in scope of
   * {@code out}.
   *
   * @param value the value; null writes {@code xsi:nil="true"}
   * @param out where to; after an exception its content is undefined
   * @throws io.castile.xml.XmlException if the value cannot be written as XML: a forbidden
   *     character, an object that contains itself (an {@link io.castile.xml.XmlLimitException} that
   *     names the way to it)
   */
  void write(@Nullable T value, XmlWriter out);

  /**
   * Reads the element at which {@code in} stands (START_ELEMENT); afterwards {@code in} stands at
   * its END_ELEMENT.
   *
   * @return the value; null where the element is nil
   * @throws io.castile.xml.XmlSyntaxException if the document is malformed
   * @throws io.castile.xml.XmlDataException if the element is not the expected one, or its content
   *     not of its type
   */
  @Nullable T read(XmlReader in);

  /**
   * Returns a deep copy, which shares only immutable values with {@code value}; null for null.
   *
   * @throws io.castile.xml.XmlLimitException if an object contains itself, or the value is nested
   *     more deeply than the thread has room for; so for {@link #equal} and {@link #hash}
   */
  @Nullable T copy(@Nullable T value);

  /**
   * Whether both values would be written alike: a deep comparison of all that the binding covers.
   * Nulls are equal.
   */
  boolean equal(@Nullable T one, @Nullable T other);

  /**
   * Returns a hash that fits {@link #equal}: equal values have equal hashes, whether the codec is
   * interpreted or compiled by then. 0 for null. Not fit to be kept beyond the process.
   *
   * @throws BindingException if a data handler in the value has a source that is not known to be
   *     readable more than once: hashing must not consume data that is still to be written
   */
  int hash(@Nullable T value);

  /**
   * Whether values can refer to attachments ({@code XmlAttachmentRef}), by their static type: they
   * can be written only where there are attachments.
   */
  default boolean refersToAttachments() {
    return false;
  }

  /**
   * Whether values can have binary data in elements, by their static type; true where the type does
   * not tell. Such data may go in parts.
   */
  default boolean hasBinaryData() {
    return true;
  }

  /** Returns the element as a document of its own, UTF-8, without XML declaration. */
  byte[] toBytes(@Nullable T value);

  /**
   * Reads a document whose root is the element.
   *
   * @throws io.castile.xml.XmlException as for {@link #read}
   */
  @Nullable T fromBytes(byte[] document);

  /**
   * The description of how the codecs treat one class.
   *
   * @param type the class
   * @param planned whether its own plan writes and reads it; else the reference implementation
   *     does, or it cannot be bound
   * @param reason why it is not planned; null where it is
   * @param properties one line for each property: its Java name and what it is in XML; empty where
   *     it is not planned
   */
  record Explanation(
      Class<?> type, boolean planned, @Nullable String reason, List<String> properties) {}
}
