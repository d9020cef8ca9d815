package io.castile.wsdl.value;

import io.castile.codec.Codec;
import io.castile.wsdl.model.Nil;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A codec of values that are trees, which are documents of their own as bytes. Thread-safe. */
abstract class DocumentCodec implements Codec<Object> {
  final Plans plans;

  DocumentCodec(Plans plans) {
    this.plans = plans;
  }

  @Override
  public @Nullable Object copy(@Nullable Object value) {
    return Trees.copy(value);
  }

  @Override
  public boolean equal(@Nullable Object one, @Nullable Object other) {
    return Trees.equal(one, other);
  }

  @Override
  public int hash(@Nullable Object value) {
    return Trees.hash(value);
  }

  @Override
  public byte[] toBytes(@Nullable Object value) {
    XmlWriter out = new XmlWriter();
    write(value, out);
    return out.toByteArray();
  }

  @Override
  public @Nullable Object fromBytes(byte[] document) {
    XmlReader in = new XmlReader(plans.names(), XmlLimits.DEFAULT);
    in.reset(document, 0, document.length).nextChild(null);
    Object value = read(in);
    int event = in.event();
    while (event != XmlReader.END_DOCUMENT) { // where it is well-formed
      event = in.next();
    }
    return value;
  }

  /** One value of a message, or the list of several, alone. Thread-safe. */
  static final class TreeCodec extends DocumentCodec {
    private static final byte[] START = {'<', 'v', '>'};
    private static final byte[] END = {'<', '/', 'v', '>'};

    private final Child child;
    private final boolean isField;
    private final boolean isJson;

    /**
     * @param isField whether the value may be a list of several, or absent
     * @param isJson whether it is in the form of JSON
     */
    TreeCodec(Plans plans, Child child, boolean isField, boolean isJson) {
      super(plans);
      this.child = child;
      this.isField = isField;
      this.isJson = isJson;
    }

    @Override
    public QName name() {
      return child.element().name();
    }

    @Override
    public void write(@Nullable Object given, XmlWriter out) {
      ValueWriter writer = new ValueWriter(plans, out);
      Object value =
          isJson && given != Nil.NIL
              ? new Conversion(plans, true).element(child.element(), given)
              : given;
      if (isField) {
        out.raw(START); // around as many as there are
        if (value != null) {
          writer.child(child, value == Nil.NIL ? null : value, null);
        }
        out.raw(END);
      } else {
        writer.element(child.element(), value == Nil.NIL ? null : value, null);
      }
    }

    @Override
    public @Nullable Object read(XmlReader in) {
      ValueReader reader = new ValueReader(plans, in, isJson);
      if (isField) {
        return reader.field(child);
      }
      Object value = reader.element(child.element());
      return value == null ? Nil.NIL : value;
    }

    @Override
    public String toString() {
      return "values of " + List.of(child.key());
    }
  }
}
