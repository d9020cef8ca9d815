package io.castile.codec.encoded;

import io.castile.codec.binding.Accessor;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import org.jspecify.annotations.Nullable;

/** A property whose values an {@link XmlAdapter} makes of texts, and texts of them. */
final class AdaptedField extends PropertyField {
  private final AdapterBinding adaptation;

  AdaptedField(
      Markup markup,
      boolean isNillable,
      Accessor accessor,
      AdapterBinding adaptation,
      Leaf bound,
      JavaTypes types) {
    super(markup, isNillable, accessor, adaptation.boundType(), bound, types);
    this.adaptation = adaptation;
  }

  @Override
  @Nullable Object get(Object holder) {
    return adaptation.toBound(super.get(holder), new CodecContext());
  }

  @Override
  void set(Object holder, @Nullable Object value) {
    super.set(holder, adaptation.toValue(value, new CodecContext()));
  }
}
