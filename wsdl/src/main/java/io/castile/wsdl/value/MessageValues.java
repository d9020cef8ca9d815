package io.castile.wsdl.value;

import io.castile.codec.Codec;
import io.castile.codec.encoded.EncodingRules;
import io.castile.wsdl.model.Nil;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The values of one message, by names: those in its body, and in its header blocks. Immutable and
 * thread-safe.
 *
 * <p>Values stand in an array, those of the body first, then those of header blocks: null where one
 * is absent, {@link Nil#NIL} where an element of a literal message is to say that it has no value;
 * a value of an encoded message that is null is nil.
 */
public abstract sealed class MessageValues permits EncodedValues, LiteralValues {
  MessageValues() {}

  /** Returns the parts beside the envelope, whose values stand among those of the body. */
  public abstract BoundParts attachments();

  /** Returns the name of the element in the body; null for an empty one. */
  public abstract @Nullable QName element();

  /** Whether the message is in SOAP encoding (SOAP 1.1 §5). */
  public boolean isEncoded() {
    return false;
  }

  /** Returns how many values there are. */
  public abstract int size();

  /** Returns how many of them are in the body. */
  public abstract int bodySize();

  /** Returns the name of the element of a value. */
  public abstract QName name(int index);

  /** Returns the index of the value that a header block has; -1 for another element. */
  public int block(XmlName name) {
    QName block = name.toQName();
    for (int i = bodySize(); i < size(); i++) {
      if (name(i).equals(block)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the key of a header block among those of what is in the body. */
  public abstract String blockKey(int index);

  /**
   * Returns what is in a body with header blocks beside it: by their local names, or their full
   * ones where the body has these.
   *
   * @param body as {@link #read} or {@link #readJson(XmlReader)} returns it; is not changed
   * @param values those of header blocks, by their indexes; null for an absent one
   */
  public Map<String, Object> withBlocks(Map<String, Object> body, @Nullable Object[] values) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(body);
    for (int i = bodySize(); i < size(); i++) {
      Object value = values[i];
      if (value != null) {
        String key = blockKey(i);
        String free = all.containsKey(key) ? ComplexPlan.fullKey(name(i)) : key;
        all.put(free, value == Nil.NIL ? null : value);
      }
    }
    return all;
  }

  /** Returns what writes, reads, copies and compares one value. */
  public abstract Codec<Object> codec(int index);

  /** Returns what writes, reads, copies and compares one value in the form of JSON. */
  public abstract Codec<Object> jsonCodec(int index);

  /** Returns what copies and compares all that {@link #read} returns. */
  public abstract Codec<Object> codec();

  /** Returns what copies and compares all that {@link #readJson(XmlReader)} returns. */
  public abstract Codec<Object> jsonCodec();

  /**
   * Returns the values that are meant by what is given, which may be changed afterwards; those of
   * {@link #attachments} are passed over.
   *
   * @throws ValueException if one is none of its type, or there is one too many
   */
  public abstract @Nullable Object[] values(Map<String, ?> given);

  /**
   * Returns the values that are meant by what is given in the form of JSON, as {@link #values}. A
   * text in an element of any type has no type then.
   *
   * @throws ValueException as {@link #values}
   */
  public abstract @Nullable Object[] jsonValues(Map<String, ?> given);

  /**
   * Checks that no value is missing which has to be there, at the top: others are found when the
   * message is written.
   *
   * @throws ValueException if one is
   */
  public abstract void check(@Nullable Object[] values);

  /**
   * Writes what is in the body; of an encoded message, as SOAP 1.1 has it.
   *
   * @param values as {@link #values} returns them
   * @throws ValueException if one is missing, or does not fit
   */
  public abstract void write(@Nullable Object[] values, XmlWriter out);

  /** Writes the content of the body; that of an encoded message by the given rules. */
  public void write(@Nullable Object[] values, EncodingRules rules, XmlWriter out) {
    write(values, out);
  }

  /**
   * Reads what is in the body.
   *
   * @param in at the start of the element in the body; afterwards at its end, or at that of the
   *     body, where elements behind it belong to an encoded message
   * @return owned by the caller
   * @throws io.castile.xml.XmlException if it is not well-formed, or a value not one of its type
   */
  public abstract Map<String, Object> read(XmlReader in);

  /**
   * Reads what is in the body in the form of JSON: maps by names, lists, texts, true and false, and
   * numbers where a reader that takes them for doubles loses nothing. {@link #jsonValues} takes the
   * same form.
   *
   * @param in as of {@link #read}
   * @return owned by the caller
   * @throws io.castile.xml.XmlException if it is not well-formed, or a value not one of its type,
   *     or what is encoded is no tree
   */
  public abstract Map<String, Object> readJson(XmlReader in);

  /**
   * Reads what is in the body, and gives it away while it reads: what {@link #readJson(XmlReader)}
   * returns, with header blocks beside it. The members of an object may come in another order, and
   * elements of a name that an object has in a row stay in that row: one that comes again behind
   * others is an error here, as its array has been given away.
   *
   * @param in as of {@link #read}
   * @param blocks as of {@link #withBlocks}
   * @throws io.castile.xml.XmlException as {@link #readJson(XmlReader)}
   */
  public void readJson(XmlReader in, @Nullable Object[] blocks, JsonSink out) {
    out.value(withBlocks(readJson(in), blocks));
  }

  /** Returns the schema of what {@link #readJson(XmlReader)} returns, with header blocks. */
  abstract Map<String, Object> schema(JsonSchemas schemas);
}
