package io.castile.delta;

import io.castile.soap.RequestDecoder;
import java.io.IOException;

/** Takes {@code gzip} and {@code zstd} off requests, a bounded number of times. */
enum CodedRequests implements RequestDecoder {
  INSTANCE;

  @Override
  public String accepted() {
    return GzipCoding.NAME + ", " + ZstdCoding.NAME;
  }

  @Override
  public boolean decodes(String codings) {
    ContentCodings named = ContentCodings.of(codings);
    try {
      return !named.names().contains(ZstdCoding.WITH_DICTIONARY) && named.left().names().isEmpty();
    } catch (DeltaException e) {
      return false; // too many
    }
  }

  @Override
  public byte[] decode(String codings, byte[] content, int maxBytes) throws IOException {
    return ContentCodings.of(codings).decode(content, null, maxBytes);
  }
}
