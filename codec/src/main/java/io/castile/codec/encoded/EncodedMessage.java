package io.castile.codec.encoded;

import io.castile.codec.Codec;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The codec of an encoded message: a struct with the values of the parts in their order, and what
 * stands behind it on its own. Immutable and thread-safe.
 */
public final class EncodedMessage implements Codec<@Nullable Object[]> {

  private final QName name;
  private final Markup tag;
  private final EncodedTypes types;
  private final Part[] parts;
  private final Part[] blocks;
  private final Part[] all;
  private final boolean hasResult;
  private final boolean isTree;
  private final AtomicReference<SharedObjects> idle = new AtomicReference<>();

  /** One part: an accessor whose objects are the arrays of the parts' values. */
  static final class Part extends StructField {
    private final int index;
    private final EncodedType type;
    private final Markup markup;

    /**
     * @param index among the values
     * @param isNillable whether null is written as nil; else the element is absent
     */
    Part(Markup markup, int index, EncodedType type, boolean isNillable) {
      super(markup, isNillable);
      this.markup = markup;
      this.index = index;
      this.type = type;
    }

    Markup markup() {
      return markup;
    }

    @Override
    EncodedType type() {
      return type;
    }

    @Override
    @Nullable Object get(Object holder) {
      return ((Object[]) holder)[index];
    }

    @Override
    void set(Object holder, @Nullable Object value) {
      ((@Nullable Object[]) holder)[index] = value;
    }
  }

  /**
   * @param blocks elements outside of that of the message; their values are behind those of the
   *     parts
   * @param hasResult whether the first part is the result of an operation, whose name peers choose
   */
  EncodedMessage(
      QName name,
      Markup tag,
      List<Part> parts,
      List<Part> blocks,
      boolean hasResult,
      EncodedTypes types) {
    this.name = name;
    this.tag = tag;
    this.parts = parts.toArray(new Part[0]);
    this.blocks = blocks.toArray(new Part[0]);
    this.all = Stream.concat(parts.stream(), blocks.stream()).toArray(Part[]::new);
    this.hasResult = hasResult;
    this.types = types;
    boolean tree = true;
    for (Part part : all) {
      tree &= !part.type.hasIdentity();
    }
    this.isTree = tree;
  }

  /** Whether one object may be in several parts, and is one object again where they are read. */
  public boolean sharesAmongParts() {
    int objects = 0;
    for (Part part : all) {
      objects += part.type.hasIdentity() ? 1 : 0;
    }
    return objects > 1;
  }

  @Override
  public QName name() {
    return name;
  }

  /** Writes as {@link #write(Object[], EncodingRules, XmlWriter)}, as SOAP 1.1 has it. */
  @Override
  public void write(@Nullable Object @Nullable [] values, XmlWriter out) {
    write(Objects.requireNonNull(values, "values"), EncodingRules.SOAP_1_1, out);
  }

  /**
   * Writes the element, and behind it the elements that it refers to.
   *
   * @param values of the parts, in their order
   * @throws io.castile.codec.BindingException if a value is of no known type
   */
  public void write(@Nullable Object[] values, EncodingRules rules, XmlWriter out) {
    writing(values, rules, out).body();
  }

  /**
   * Starts to write a message of several elements.
   *
   * @param values of the parts, then of the blocks
   * @throws io.castile.codec.BindingException if a value is of no known type
   */
  public EncodedWriting writing(@Nullable Object[] values, EncodingRules rules, XmlWriter out) {
    SharedObjects idleObjects = idle.getAndSet(null);
    SharedObjects shared = idleObjects == null ? new SharedObjects(types) : idleObjects;
    shared.begin(rules == EncodingRules.SOAP_1_1);
    if (!isTree) {
      for (Part part : all) {
        shared.add(part.type, values[part.index]);
      }
    }
    EncodedOutput encoded = new EncodedOutput(out, rules, types, new CodecContext(), shared);
    return new EncodedWriting(this, values, encoded, shared);
  }

  /** Lets another message use what this one has used. */
  void release(SharedObjects shared) {
    shared.begin(true); // keeps nothing of the application's
    idle.setRelease(shared);
  }

  Markup tag() {
    return tag;
  }

  Part[] parts() {
    return parts;
  }

  Part block(int index) {
    return blocks[index];
  }

  /**
   * Reads the element at which {@code in} stands, whatever its name (SOAP 1.1 §7.1), and the
   * elements behind it to which it refers; afterwards {@code in} is at its end, or at that of its
   * parent.
   *
   * @return the values of the parts; null for one that is nil or absent
   */
  @Override
  public @Nullable Object[] read(XmlReader in) {
    return reading(in).body();
  }

  /** Starts to read a message of several elements, which are read in the order of the message. */
  public EncodedReading reading(XmlReader in) {
    ElementCache memory = XmlInternals.memory(in);
    if (memory != null) {
      memory.refuse(); // what an element means depends on others
    }
    EncodedInput input = new EncodedInput(in, types, new CodecContext());
    return new EncodedReading(this, input, new @Nullable Object[all.length]);
  }

  /** Reads the element of the message into the values of its parts. */
  void readParts(EncodedInput input, @Nullable Object[] values) {
    XmlReader in = input.xml;
    boolean[] read = new boolean[parts.length];
    int next = 0;
    XmlName child = in.nextChild(parts.length == 0 ? null : parts[0].name);
    while (child != null) {
      int found = find(child, read, next);
      if (found < 0) {
        PassedOver told = XmlInternals.passedOver(in);
        if (told != null && !SchemaNames.isRpcResult(child)) {
          told.element(in, List.of());
        }
        in.skipElement();
      } else {
        input.readInto(parts[found], values);
        read[found] = true;
        next = found + 1;
      }
      child = in.nextChild(next < parts.length ? parts[next].name : null);
    }
  }

  /** The part that an element is; -1 for none. */
  private int find(XmlName name, boolean[] read, int next) {
    for (int i = 0; i < parts.length; i++) {
      int at = (next + i) % parts.length;
      if (!read[at] && parts[at].name.local().equals(name.local())) {
        return at;
      }
    }
    boolean isResult =
        hasResult && parts.length > 0 && next == 0 && !read[0] && !SchemaNames.isRpcResult(name);
    return isResult ? 0 : -1;
  }

  @Override
  public @Nullable Object @Nullable [] copy(@Nullable Object @Nullable [] values) {
    if (values == null) {
      return null;
    }
    EncodedCopy copies = new EncodedCopy(types);
    @Nullable Object[] copy = new @Nullable Object[all.length];
    for (int i = 0; i < all.length; i++) {
      copy[i] = copies.of(all[i].type, values[i]);
    }
    copies.finish();
    return copy;
  }

  @Override
  public boolean equal(@Nullable Object @Nullable [] one, @Nullable Object @Nullable [] other) {
    if (one == null || other == null) {
      return one == other;
    }
    EncodedComparison pairs = new EncodedComparison(types);
    for (int i = 0; i < all.length; i++) {
      if (!pairs.equal(all[i].type, one[i], other[i])) {
        return false;
      }
    }
    return pairs.finish();
  }

  @Override
  public int hash(@Nullable Object @Nullable [] values) {
    if (values == null) {
      return 0;
    }
    EncodedHash hash = new EncodedHash(types);
    for (int i = 0; i < all.length; i++) {
      hash.add(all[i].type, values[i]);
    }
    return hash.finish();
  }

  @Override
  public boolean hasBinaryData() {
    return false; // which stands in the message itself
  }

  /** Returns a document, which has one element: objects stand where they are referred to first. */
  @Override
  public byte[] toBytes(@Nullable Object @Nullable [] values) {
    XmlWriter out = new XmlWriter();
    write(Objects.requireNonNull(values, "values"), EncodingRules.SOAP_1_2, out);
    return out.toByteArray();
  }

  @Override
  public @Nullable Object[] fromBytes(byte[] document) {
    XmlReader in = new XmlReader().reset(document, 0, document.length);
    int event = in.next();
    while (event != XmlReader.START_ELEMENT) {
      event = in.next();
    }
    @Nullable Object[] values = read(in);
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    return values;
  }
}
