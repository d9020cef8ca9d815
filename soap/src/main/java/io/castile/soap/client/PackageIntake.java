package io.castile.soap.client;

import io.castile.soap.Headers;
import io.castile.soap.HttpSyntax;
import io.castile.soap.exchange.EnvelopeCodec;
import io.castile.soap.http.Transport;
import io.castile.soap.mime.PackageType;
import io.castile.soap.mime.ReceivedPackage;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Takes responses with parts while they arrive, of one call. For one thread. */
final class PackageIntake implements Transport.Intake {
  private final EnvelopeCodec codec;
  private ReceivedPackage taken; // null for none

  PackageIntake(EnvelopeCodec codec) {
    this.codec = codec;
  }

  @Override
  public boolean takes(int status, Headers headers) {
    String contentType = headers.get("content-type");
    if (contentType == null || !contentType.regionMatches(true, 0, "multipart", 0, 9)) {
      return false; // as nearly all
    }
    PackageType type = PackageType.of(contentType);
    return type != null
        && type.version() != null
        && TransportLink.isReadable(status)
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
      taken = codec.receive(bytes, PackageType.of(headers.get("content-type")));
    }
  }

  /** What has been taken; null for nothing. */
  ReceivedPackage taken() {
    return taken;
  }
}
