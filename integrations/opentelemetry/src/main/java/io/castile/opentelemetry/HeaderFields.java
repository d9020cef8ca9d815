package io.castile.opentelemetry;

import io.castile.soap.exchange.SoapRequest;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapSetter;
import org.jspecify.annotations.Nullable;

/** Reads and writes the header fields in which a trace goes on. */
final class HeaderFields {
  static final TextMapSetter<SoapRequest.Builder> SETTER =
      (request, name, value) -> {
        if (request != null) {
          request.header(name, value);
        }
      };

  static final TextMapGetter<SoapRequest> GETTER =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(SoapRequest request) {
          return request.headers().toMap().keySet();
        }

        @Override
        public @Nullable String get(@Nullable SoapRequest request, String name) {
          return request == null ? null : request.header(name);
        }
      };

  private HeaderFields() {}
}
