package io.castile.soap.client;

import io.castile.soap.Headers;
import io.castile.soap.HttpSyntax;
import io.castile.soap.exchange.EnvelopeCodec;
import io.castile.soap.http.Transport;
import io.castile.soap.mime.MultipartType;
import io.castile.soap.mime.ReceivedMultipart;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes responses with parts while they arrive, of one call. For one thread. */
final class MultipartReceiver implements Transport.Intake {
  private final EnvelopeCodec codec;
  private @Nullable ReceivedMultipart taken; // null for none

  MultipartReceiver(EnvelopeCodec codec) {
    this.codec = codec;
  }

  @Override
  public boolean takes(int status, Headers headers) {
    String contentType = headers.get("content-type");
    if (contentType == null || !contentType.regionMatches(true, 0, "multipart", 0, 9)) {
      return false; // as nearly all
    }
    MultipartType type = MultipartType.of(contentType);
    return type != null
        && type.version() != null
        && TransportInterceptor.isReadable(status)
        && !HttpSyntax.isCoded(headers.get("content-encoding"));
  }

  @Override
  public long maxBytes(long most) {
    return codec.attachments().maxPackageBytes(most);
  }

  /** Of no content nothing is made. */
  @Override
  public void take(Headers headers, InputStream content) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(content);
    int first = bytes.read();
    if (first >= 0) {
      bytes.unread(first);
      MultipartType type = MultipartType.of(headers.get("content-type"));
      taken = codec.receive(bytes, Objects.requireNonNull(type)); // which takes() has seen
    }
  }

  /** What has been taken; null for nothing. */
  @Nullable ReceivedMultipart taken() {
    return taken;
  }
}
