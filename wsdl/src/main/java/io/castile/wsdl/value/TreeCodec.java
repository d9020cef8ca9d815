package io.castile.wsdl.value;

import io.castile.wsdl.model.Nil;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** One value of a message, or the list of several, alone. Thread-safe. */
final class TreeCodec extends DocumentCodec {
  private static final byte[] START = {'<', 'v', '>'};
  private static final byte[] END = {'<', '/', 'v', '>'};

  private final Child child;
  private final boolean isField;

  /**
   * @param isField whether the value may be a list of several, or absent
   */
  TreeCodec(Plans plans, Child child, boolean isField) {
    super(plans);
    this.child = child;
    this.isField = isField;
  }

  @Override
  public QName name() {
    return child.element().name();
  }

  @Override
  public void write(@Nullable Object value, XmlWriter out) {
    ValueWriter writer = new ValueWriter(plans, out);
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
    ValueReader reader = new ValueReader(plans, in);
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
