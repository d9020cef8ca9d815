package io.castile.codec;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A wrapper element without a class of its own: an array of values, one for each part. */
public final class WrapperValue extends ValueCodec {
  private final Codecs codecs;
  private final InterpretedCodec interpreted;
  private volatile TypeCodec codec;
  private int uses; // updated without synchronisation: an estimate is enough
  private boolean settled; // compiled, or known not to be: as above, a second try does no harm

  WrapperValue(BeanPlan plan, Codecs codecs) {
    this.codecs = codecs;
    this.interpreted = new InterpretedCodec(plan, null, null);
    this.codec = interpreted;
  }

  public BeanPlan plan() {
    return interpreted.plan;
  }

  private TypeCodec codec() {
    TypeCodec current = codec;
    if (!settled && CodecHolder.isHot(++uses, codecs.mode())) {
      settled = true;
      current = codecs.compileWrapper(interpreted);
      codec = current;
    }
    return current;
  }

  @Override
  public void writeBody(Object value, XmlWriter out, CodecContext context) {
    codec().writeBody(value, out, context);
  }

  @Override
  public Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
    return codec().read(in, parent, context);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return codec().copy(value, context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return codec().equal(one, other, context);
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return codec().hash(value, context);
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
