package io.castile.soap.model.internal;

import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.encoded.EncodedCodecs;
import org.jspecify.annotations.Nullable;

/**
 * The one set of codecs of a service, made when it is first asked for: a port is made without.
 * Thread-safe.
 */
final class ServiceCodecs {
  private final ServiceTypes types;
  private final CodecMode mode;
  private final String defaultNamespace;
  private volatile @Nullable BeanCodecs codecs; // null until they are asked for
  private volatile @Nullable EncodedCodecs encoded; // null until they are asked for

  ServiceCodecs(ServiceTypes types, CodecMode mode, String defaultNamespace) {
    this.types = types;
    this.mode = mode;
    this.defaultNamespace = defaultNamespace;
  }

  /** The codecs of encoded messages, always the same. */
  EncodedCodecs encoded() {
    EncodedCodecs known = encoded;
    if (known == null) {
      BeanCodecs all = get();
      synchronized (this) {
        known = encoded;
        if (known == null) {
          known = new EncodedCodecs(all, types, defaultNamespace);
          encoded = known;
        }
      }
    }
    return known;
  }

  /** The codecs, always the same. */
  BeanCodecs get() {
    BeanCodecs known = codecs;
    if (known == null) {
      synchronized (this) {
        known = codecs;
        if (known == null) {
          known =
              BeanCodecs.builder()
                  .types(types)
                  .mode(mode)
                  .defaultNamespace(defaultNamespace)
                  .build();
          codecs = known;
        }
      }
    }
    return known;
  }
}
