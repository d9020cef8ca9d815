package io.castile.codec.bean;

import io.castile.codec.Codec;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.TextTest;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The codec of one element: names, namespace declarations and contexts around a node of the plan.
 */
public final class RootCodec<T> implements Codec<T> {
  /**
   * So many operations in a row, and nothing is interpreted any more. One is not enough: a reading
   * that found all of a message in a memory is followed by a copy, which may be interpreted.
   */
  private static final int QUIET = 8;

  private final BeanCodecs codecs;
  private final QName name;
  private final Markup tag;
  private final ValueCodec value;
  private final @Nullable AdapterBinding adaptation; // null for none
  private volatile Namespace @Nullable [] namespaces;
  private volatile @Nullable Boolean isBinary; // null until it has been asked

  /** Operations in a row that interpreted nothing; without synchronization, as a guess. */
  private int quiet;

  // Kept for the next call: one of each is enough for one thread, others make their own.
  private final AtomicReference<CodecContext> idleContext = new AtomicReference<>();
  private final AtomicReference<XmlWriter> idleWriter = new AtomicReference<>();
  private final AtomicReference<XmlReader> idleReader = new AtomicReference<>();

  private static final byte[] NOTHING = {};

  /** The objects that {@link #derived} has made, by their class. */
  private final Map<Class<?>, Object> derived = new ConcurrentHashMap<>(1);

  RootCodec(BeanCodecs codecs, QName name, ElementProperty element) {
    this(codecs, name, element.types.get(0).codec, element.adaptation);
  }

  RootCodec(BeanCodecs codecs, QName name, ValueCodec value) {
    this(codecs, name, value, null);
  }

  private RootCodec(
      BeanCodecs codecs, QName name, ValueCodec value, @Nullable AdapterBinding adaptation) {
    this.codecs = codecs;
    this.name = name;
    this.tag = codecs.markup(name);
    this.value = value;
    this.adaptation = adaptation;
  }

  /**
   * Returns an object that is made of this codec, and kept as long as the codec. A static cache
   * with codecs as keys would keep the classes of an application that has ended.
   *
   * @param maker makes the object, once as a rule, from nothing but this codec
   */
  public <D> D derived(Class<D> type, Function<? super RootCodec<?>, ? extends D> maker) {
    Object known = derived.get(type);
    if (known == null) {
      known = maker.apply(this);
      Object earlier = derived.putIfAbsent(type, known);
      known = earlier == null ? known : earlier;
    }
    return type.cast(known);
  }

  @Override
  public QName name() {
    return name;
  }

  public ValueCodec value() {
    return value;
  }

  /** Whether an adapter stands between what is given and what is written. */
  public boolean isAdapted() {
    return adaptation != null;
  }

  @Override
  public void write(@Nullable T given, XmlWriter out) {
    CodecContext context = context();
    Object bound = adaptation == null ? given : adaptation.toBound(given, context);
    int mark = out.mark();
    out.raw(tag.open);
    for (Namespace namespace : namespaces()) {
      out.declare(namespace);
    }
    if (bound == null) {
      XsiMarkup.writeNilBody(out);
    } else {
      writeBody(bound, out, context);
    }
    out.raw(tag.close);
    out.release(mark);
    release(context);
  }

  private void writeBody(Object bound, XmlWriter out, CodecContext context) {
    try {
      value.writeBody(bound, out, context);
    } catch (XmlLimitException | StackOverflowError e) {
      throw tooDeep(bound, e);
    }
  }

  /** The error of a value that has no end, or is nested more deeply than there is room for. */
  private XmlLimitException tooDeep(Object value, Throwable limit) {
    BeanPlan plan = this.value instanceof WrapperValue wrapper ? wrapper.plan() : null;
    return ObjectCycle.explain(codecs, value, plan, limit);
  }

  private Namespace[] namespaces() {
    Namespace[] known = namespaces;
    if (known == null) {
      Set<Namespace> all = new LinkedHashSet<>();
      if (tag.namespace != null) {
        all.add(tag.namespace);
      }
      value.collectNamespaces(all, new LinkedHashSet<>());
      known = all.toArray(new Namespace[0]);
      namespaces = known;
    }
    return known;
  }

  @Override
  @SuppressWarnings("unchecked") // the plan was made for T
  public @Nullable T read(XmlReader in) {
    XmlName found = in.name();
    if (!found.equals(tag.name)) {
      throw in.unexpected("element " + tag.name, "element " + found);
    }
    if (codecs.isStrict() && XmlInternals.passedOver(in) == null) {
      XmlInternals.withPassedOver(in, PassedOver.REFUSED);
    }
    boolean nil = in.attributeCount() != 0 && in.isNil();
    if (nil && in.attributeCount() == 1) {
      in.skipElement();
      return null;
    }
    CodecContext context = context();
    Object bound =
        nil ? XsiMarkup.readNil(in, value, null, context) : value.read(in, null, context);
    Object result =
        adaptation == null || nil && bound == null ? bound : adaptation.toValue(bound, in, context);
    boolean unproven = context.isUnproven();
    boolean doubtful = context.isDoubtful();
    context.end();
    release(context);
    ElementCache memory = XmlInternals.memory(in);
    return memory == null ? (T) result : owned((T) result, unproven, doubtful, memory);
  }

  /** Of a value that is the memory's, what the caller may have. */
  private @Nullable T owned(
      @Nullable T result, boolean unproven, boolean doubtful, ElementCache memory) {
    if (unproven) {
      memory.refuse();
      return result;
    }
    if (memory.isShared()) {
      return result;
    }
    T copy = null;
    boolean proven;
    try {
      copy = copy(result);
      proven = !(doubtful || memory.wantsProof()) || equal(result, copy);
    } catch (RuntimeException e) {
      proven = false; // a getter or a setter of the application's does not want to be copied from
    }
    if (!proven) {
      memory.refuse();
      return result;
    }
    return copy;
  }

  @Override
  @SuppressWarnings("unchecked") // a copy has the class of its original
  public @Nullable T copy(@Nullable T original) {
    if (original == null) {
      return null;
    }
    CodecContext context = context();
    Object copy;
    try {
      copy =
          adaptation == null
              ? value.copy(original, context)
              : adaptation.copy(original, bound -> value.copy(bound, context), context);
    } catch (StackOverflowError e) {
      throw tooDeep(original, e);
    }
    context.end();
    release(context);
    return (T) copy;
  }

  @Override
  public boolean equal(@Nullable T one, @Nullable T other) {
    if (one == other || one == null || other == null) {
      return one == other;
    }
    CodecContext context = context();
    boolean equal;
    try {
      equal =
          adaptation == null
              ? value.equal(one, other, context)
              : adaptation.equal(one, other, (a, b) -> value.equal(a, b, context), context);
    } catch (StackOverflowError e) {
      throw tooDeep(one, e);
    }
    release(context);
    return equal;
  }

  @Override
  public int hash(@Nullable T given) {
    if (given == null) {
      return 0;
    }
    CodecContext context = context();
    int hash;
    try {
      hash =
          adaptation == null
              ? value.hash(given, context)
              : adaptation.hash(given, bound -> value.hash(bound, context), context);
    } catch (StackOverflowError e) {
      throw tooDeep(given, e);
    }
    release(context);
    return hash;
  }

  @Override
  public boolean refersToAttachments() {
    return value.anyText(TextTest.REFERS_TO_ATTACHMENTS, new HashSet<>());
  }

  @Override
  public boolean hasBinaryData() {
    Boolean known = isBinary;
    if (known == null) {
      known = value.anyText(TextTest.IS_BINARY, new HashSet<>());
      isBinary = known;
    }
    return known;
  }

  @Override
  public byte[] toBytes(@Nullable T given) {
    XmlWriter writer = Objects.requireNonNullElseGet(idleWriter.getAndSet(null), XmlWriter::new);
    writer.reset();
    write(given, writer);
    byte[] bytes = writer.toByteArray();
    idleWriter.set(writer);
    return bytes;
  }

  @Override
  public @Nullable T fromBytes(byte[] document) {
    XmlReader reader = Objects.requireNonNullElseGet(idleReader.getAndSet(null), codecs::newReader);
    reader.reset(document, 0, document.length);
    int event = reader.next();
    while (event != XmlReader.START_ELEMENT) {
      event = reader.next();
    }
    T result = read(reader);
    while (event != XmlReader.END_DOCUMENT) {
      event = reader.next();
    }
    reader.reset(NOTHING, 0, 0);
    idleReader.set(reader);
    return result;
  }

  /** Returns a context that no other operation uses; after an exception it is simply dropped. */
  private CodecContext context() {
    CodecContext idle = idleContext.getAndSet(null);
    CodecContext context = idle != null ? idle : new CodecContext();
    if (quiet < QUIET) {
      context.startClock();
    }
    return context;
  }

  private void release(CodecContext context) {
    if (context.charge()) {
      if (quiet != 0) { // threads share it
        quiet = 0;
      }
    } else if (quiet < QUIET) {
      quiet++;
    }
    context.forget();
    idleContext.setRelease(context); // the thread that takes it acquires what was done
  }
}
