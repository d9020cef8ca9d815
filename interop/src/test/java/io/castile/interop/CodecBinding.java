package io.castile.interop;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.Codec.Explanation;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The codecs of Castile, in one of their modes. */
final class CodecBinding implements Binding {
  /** How reports begin the handling of types that are left to the reference implementation. */
  static final String FALLBACK = "fallback: ";

  private final CodecMode mode;
  private final BeanCodecs codecs;
  private final Map<Class<?>, Explanation> explanations = new HashMap<>();

  CodecBinding(List<Class<?>> types, CodecMode mode) {
    this.mode = mode;
    this.codecs = BeanCodecs.builder().types(types.toArray(Class<?>[]::new)).mode(mode).build();
  }

  @Override
  public String name() {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String handling(Class<?> type) {
    if (type.isEnum()) {
      return name();
    }
    if (!explanations.containsKey(type)) {
      codecs.explain(type).forEach(found -> explanations.put(found.type(), found));
    }
    Explanation explanation = explanations.get(type);
    if (!explanation.planned()) {
      return FALLBACK + explanation.reason();
    }
    return mode == CodecMode.COMPILED ? compiled(type) : name();
  }

  private String compiled(Class<?> type) {
    if (!codecs.beanCodec(type).getClass().getSimpleName().equals("InterpretedCodec")) {
      return name();
    }
    try {
      codecs.source(type);
      return name();
    } catch (BindingException e) {
      return "interpreted: " + e.getMessage();
    }
  }

  @Override
  public Typed of(Class<?> type) {
    return typed(type);
  }

  private <T> Typed typed(Class<T> type) {
    return new TypedCodec<>(
        type.isAnnotationPresent(XmlRootElement.class)
            ? codecs.of(type)
            : codecs.element(type, ReferenceBinding.elementName(type)));
  }

  private record TypedCodec<T>(Codec<T> codec) implements Typed {
    @Override
    public byte[] write(Object value) {
      return codec.toBytes(cast(value));
    }

    @Override
    public Object read(byte[] document) {
      return codec.fromBytes(document);
    }

    @Override
    public Object copy(Object value) {
      return codec.copy(cast(value));
    }

    @Override
    public boolean equal(Object one, Object other) {
      return codec.equal(cast(one), cast(other));
    }

    @Override
    public int hash(Object value) {
      return codec.hash(cast(value));
    }

    @SuppressWarnings("unchecked") // Values are made for the type that the codec is made for.
    private T cast(Object value) {
      return (T) value;
    }
  }
}
