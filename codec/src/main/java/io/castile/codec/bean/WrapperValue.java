package io.castile.codec.bean;

import io.castile.codec.CodecMode;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Interpreted;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A wrapper element without a class of its own: an array of values, one for each part. */
public final class WrapperValue extends ValueCodec
    implements Interpreted, BackgroundCompiler.Compilable {
  /** Makes arrays of that content. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Copied(Object[] values) implements Supplier<Object> {
    @Override
    public Object get() {
      return values.clone();
    }
  }

  private final BeanCodecs codecs;
  private final InterpretedCodec interpreted;
  volatile TypeCodec codec;
  private final Heat heat = new Heat();

  // Written without synchronization: a second try does no harm.
  private boolean settled; // compiled, about to be, or known not to be

  WrapperValue(BeanPlan plan, BeanCodecs codecs) {
    this.codecs = codecs;
    this.interpreted = new InterpretedCodec(plan, null, null);
    this.codec = interpreted;
  }

  public BeanPlan plan() {
    return interpreted.plan;
  }

  private TypeCodec codec(CodecContext context) {
    if (!settled) {
      if (codecs.mode() == CodecMode.ADAPTIVE) {
        context.interpreted(this);
      } else if (codecs.mode() == CodecMode.COMPILED) {
        settled = true;
        codec = codecs.compileHotWrapper(interpreted);
      }
    }
    return codec;
  }

  @Override
  public void charge(long nanos) {
    if (!settled && heat.add(nanos)) {
      settled = true;
      BackgroundCompiler.shared().add(this);
    }
  }

  @Override
  public void compile() {
    codec = codecs.compileWrapper(interpreted);
  }

  @Override
  public String toString() {
    return "A wrapper element";
  }

  @Override
  public void writeBody(Object value, XmlWriter out, CodecContext context) {
    codec(context).writeBody(value, out, context);
  }

  @Override
  public Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
    return codec(context).read(in, parent, context);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return codec(context).copy(value, context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return codec(context).equal(one, other, context);
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return codec(context).hash(value, context);
  }

  @Override
  public boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return interpreted.anyText(test, visited);
  }

  @Override
  public void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    interpreted.collectNamespaces(namespaces, visited);
  }
}
