package io.castile.wsdl.value;

import io.castile.codec.Codec;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
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
    XmlReader in = ValueDocuments.reader(plans, document);
    Object value = read(in);
    ValueDocuments.end(in);
    return value;
  }

  /** Documents with one value. */
  private static final class ValueDocuments {
    private ValueDocuments() {}

    /** Returns a reader at the root of a document. */
    static XmlReader reader(Plans plans, byte[] document) {
      XmlReader in = new XmlReader(plans.names(), XmlLimits.DEFAULT);
      in.reset(document, 0, document.length).nextChild(null);
      return in;
    }

    /** Reads to the end, where it is well-formed. */
    static void end(XmlReader in) {
      int event = in.event();
      while (event != XmlReader.END_DOCUMENT) {
        event = in.next();
      }
    }
  }
}
