package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import io.castile.xml.datatype.XsdTemporal;
import io.castile.xml.internal.XmlInternals;
import org.jspecify.annotations.Nullable;

/**
 * The classes of {@code java.time} that XML Schema has a type for, bound by themselves. The
 * reference implementation has no form for them; see {@code docs/reference/codecs.md}.
 */
public final class TemporalTypes {
  private static final String PACKAGE = "java.time.";

  private TemporalTypes() {}

  /** Made when the first of these types is met. */
  private static final class Made {
    static final SimpleType[] BY_FORM = new SimpleType[XsdTemporal.values().length];

    static {
      for (XsdTemporal form : XsdTemporal.values()) {
        BY_FORM[form.ordinal()] = new Temporal(form);
      }
    }
  }

  /** The type of a Java class; null if it is none of these. */
  public static @Nullable SimpleType of(Class<?> type) {
    if (!type.getName().startsWith(PACKAGE)) {
      return null;
    }
    XsdTemporal form = XsdTemporal.of(type);
    return form == null ? null : Made.BY_FORM[form.ordinal()];
  }

  /** Immutable, and formatted and parsed straight between bytes and value. */
  private static final class Temporal extends SimpleType {
    private final XsdTemporal form;

    Temporal(XsdTemporal form) {
      super(Kind.OTHER, form.javaType(), SimpleTypes.xs(form.schemaType()));
      this.form = form;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      try {
        XmlInternals.temporal(out, form, value);
      } catch (IllegalArgumentException e) {
        throw new BindingException(e.getMessage(), e);
      }
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return XmlInternals.toTemporal(text, form);
    }

    /** Compares by the text: the name of a ZonedDateTime's region is not in it. */
    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return written(one).equals(written(other));
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return written(value).hashCode();
    }

    /** Returns the part of the value that its text has. */
    private static Object written(Object value) {
      return value instanceof java.time.ZonedDateTime moment ? moment.toOffsetDateTime() : value;
    }
  }
}
