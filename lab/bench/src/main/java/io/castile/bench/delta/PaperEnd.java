package io.castile.bench.delta;

import io.castile.papers.PaperLink;
import java.io.IOException;

/** The codings of the mSOAP paper, in gzip where that is shorter if wanted. */
final class PaperEnd implements LinkEnd {
  private static final int MAX_BYTES = 64 << 20;
  private static final byte GZIP_MAGIC = 0x1f; // with which no body of a PaperLink starts

  private final PaperLink link;
  private final boolean isCompressed;

  PaperEnd(PaperLink.Updates updates, boolean isEncoded, boolean isCompressed) {
    this(PaperLink.of(updates, isEncoded), isCompressed);
  }

  private PaperEnd(PaperLink link, boolean isCompressed) {
    this.link = link;
    this.isCompressed = isCompressed;
  }

  /**
   * The paper's whole method with a threshold of its own.
   *
   * @param maxChanged the share of elements above which a message goes whole
   */
  static PaperEnd upTo(double maxChanged) {
    return new PaperEnd(PaperLink.of(PaperLink.Updates.ELEMENTS, true, maxChanged), false);
  }

  @Override
  public byte[] encode(byte[] message) throws IOException {
    byte[] body = link.encode(message);
    if (!isCompressed) {
      return body;
    }
    byte[] compressed = GzipEnd.compressed(body);
    return compressed.length < body.length ? compressed : body;
  }

  @Override
  public byte[] decode(byte[] body) throws IOException {
    boolean isGzip = isCompressed && body[0] == GZIP_MAGIC;
    return link.decode(isGzip ? GzipEnd.expanded(body) : body, MAX_BYTES);
  }

  @Override
  public void forget() {
    link.forget();
  }
}
