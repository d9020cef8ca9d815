package io.castile.xml.internal;

import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import io.castile.xml.datatype.XsdTemporal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The members of readers, texts and writers that Castile's own modules and its codecs use. */
public final class XmlInternals {
  /** Null before the first reader or writer. */
  private static @Nullable Access access;

  private XmlInternals() {}

  /** The members that the package of readers and writers gives. */
  public abstract static class Access {
    /** For the one class of that package. */
    protected Access() {}

    /** As {@link XmlInternals#reset(XmlReader, XmlWindow, String)}. */
    protected abstract XmlReader reset(XmlReader in, XmlWindow arriving, @Nullable String charset);

    /** As {@link XmlInternals#memory(XmlReader)}. */
    protected abstract @Nullable ElementCache memory(XmlReader in);

    /** As {@link XmlInternals#remember(XmlReader, ElementCache)}. */
    protected abstract void remember(XmlReader in, @Nullable ElementCache memory);

    /** As {@link XmlInternals#withAttachments(XmlReader, AttachmentSource)}. */
    protected abstract XmlReader withAttachments(XmlReader in, @Nullable AttachmentSource source);

    /** As {@link XmlInternals#attachments(XmlReader)}. */
    protected abstract @Nullable AttachmentSource attachments(XmlReader in);

    /** As {@link XmlInternals#withPassedOver(XmlReader, PassedOver)}. */
    protected abstract XmlReader withPassedOver(XmlReader in, @Nullable PassedOver told);

    /** As {@link XmlInternals#passedOver(XmlReader)}. */
    protected abstract @Nullable PassedOver passedOver(XmlReader in);

    /** As {@link XmlInternals#toTemporal(XmlText, XsdTemporal)}. */
    protected abstract Object toTemporal(XmlText text, XsdTemporal form);

    /** As {@link XmlInternals#withAttachments(XmlWriter, AttachmentSink)}. */
    protected abstract XmlWriter withAttachments(XmlWriter out, @Nullable AttachmentSink sink);

    /** As {@link XmlInternals#attachments(XmlWriter)}. */
    protected abstract @Nullable AttachmentSink attachments(XmlWriter out);

    /** As {@link XmlInternals#plainTemporal(XmlWriter, XsdTemporal, Object)}. */
    protected abstract void temporal(XmlWriter out, XsdTemporal form, Object value);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract byte[] document(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract int documentStart(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract int documentEnd(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract int elementStart(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract int elementEnd(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract Object outerScope(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract XmlLimits limits(XmlReader in);

    /** Returns or does that which the same method of {@link ElementCache} says. */
    protected abstract void jump(XmlReader in, int start, int end);

    /** Whether two scopes stand for the same declarations. */
    protected abstract boolean sameScope(Object one, Object other);
  }

  /** A writer with ways of its own for rows, and for dates and times. */
  public interface RowWriter {
    /**
     * Writes the items of a list of beans, or of simple values, as rows, each between tags.
     *
     * @param items may be looked at by their index
     * @param context the context that is passed to each method of the codec
     * @param start a start tag: of beans up to where attributes would stand, of values all of it
     * @param next an end tag and such a start tag, between two items
     * @param end the last end tag
     * @return false if nothing is written: the items are to be written one by one
     */
    boolean rows(
        RowCodec codec, List<?> items, Object context, byte[] start, byte[] next, byte[] end);

    /** Writes a value of {@code java.time}, of the class of the form. */
    void temporal(XsdTemporal form, Object value);
  }

  /**
   * Sets how the members are reached; called when readers or writers are initialized.
   *
   * @throws IllegalStateException if another class has set it
   */
  public static void access(Access members) {
    Access known = access;
    if (known != null && known.getClass() != members.getClass()) {
      throw new IllegalStateException("Cannot reach readers and writers in two ways.");
    }
    access = members;
  }

  static Access access() {
    return Objects.requireNonNull(access, "access");
  }

  /** Exports this package to a module whose beans have a compiled codec. */
  public static void exportTo(Module module) {
    Class<?> own = XmlInternals.class;
    own.getModule().addExports(own.getPackageName(), module); // without effect on the class path
  }

  /**
   * Starts on a document that arrives while it is read: event START_DOCUMENT. All is as with the
   * whole document, but that a read may fail in the stream, with an {@link
   * java.io.UncheckedIOException}. Of a document that is not in UTF-8 all is read at once.
   *
   * @param arriving in use until the next reset
   * @param charset as for {@link XmlReader#reset(byte[], int, int, String)}
   */
  public static XmlReader reset(XmlReader in, XmlWindow arriving, @Nullable String charset) {
    return access().reset(in, arriving, charset);
  }

  /** Returns the memory of earlier documents, for codecs; null where there is none. */
  public static @Nullable ElementCache memory(XmlReader in) {
    return access().memory(in);
  }

  /** Sets the memory of earlier documents, until the next reset; null for none. */
  public static void remember(XmlReader in, @Nullable ElementCache memory) {
    access().remember(in, memory);
  }

  /**
   * Gives the document its parts, until the next reset: the content for {@code xop:Include}
   * elements, and the targets of references to attachments. Returns the reader.
   *
   * @param source null for none
   */
  public static XmlReader withAttachments(XmlReader in, @Nullable AttachmentSource source) {
    return access().withAttachments(in, source);
  }

  /** Returns the parts that came with the document; null where it came without. */
  public static @Nullable AttachmentSource attachments(XmlReader in) {
    return access().attachments(in);
  }

  /**
   * Sets the listener for content that codecs pass over in the document, until the next reset.
   * Returns the reader.
   *
   * @param told null for none
   */
  public static XmlReader withPassedOver(XmlReader in, @Nullable PassedOver told) {
    return access().withPassedOver(in, told);
  }

  /** Returns the listener for content that codecs pass over; null for none. */
  public static @Nullable PassedOver passedOver(XmlReader in) {
    return access().passedOver(in);
  }

  /**
   * Converts to a value of {@code java.time}, of the class of the form; see {@link XsdTemporal} for
   * what is an error.
   */
  public static Object toTemporal(XmlText text, XsdTemporal form) {
    return access().toTemporal(text, form);
  }

  /**
   * Gives the document a package that takes parts, until the next reset. Returns the writer.
   *
   * @param sink null for none
   */
  public static XmlWriter withAttachments(XmlWriter out, @Nullable AttachmentSink sink) {
    return access().withAttachments(out, sink);
  }

  /** Returns the receiver of the document's parts; null where it has none. */
  public static @Nullable AttachmentSink attachments(XmlWriter out) {
    return access().attachments(out);
  }

  /**
   * Writes a value of {@code java.time}, of the class of the form.
   *
   * @throws IllegalArgumentException if XML Schema has no text for it; nothing has been written
   */
  public static void temporal(XmlWriter out, XsdTemporal form, Object value) {
    if (out instanceof RowWriter own) {
      own.temporal(form, value);
    } else {
      plainTemporal(out, form, value);
    }
  }

  /** Writes a value of {@code java.time} as a writer does that is no {@link RowWriter}. */
  public static void plainTemporal(XmlWriter out, XsdTemporal form, Object value) {
    access().temporal(out, form, value);
  }

  /**
   * Writes items as rows, where the writer is a {@link RowWriter} and has an advantage of that.
   *
   * @return false if nothing is written: the items are to be written one by one
   */
  public static boolean rows(
      XmlWriter out,
      RowCodec codec,
      List<?> items,
      Object context,
      byte[] start,
      byte[] next,
      byte[] end) {
    return out instanceof RowWriter own && own.rows(codec, items, context, start, next, end);
  }
}
