package io.castile.soap.multipart;

import io.castile.soap.SoapMessageException;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.Attachment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message with parts as it came, or what was wrong with it, which is reported when the message is
 * asked for. Thread-safe.
 */
public final class ReceivedMultipart {
  private final @Nullable MultipartContent opened; // null if it is malformed
  private final @Nullable SoapMessageException refused; // null if it is not

  private ReceivedMultipart(
      @Nullable MultipartContent opened, @Nullable SoapMessageException refused) {
    this.opened = opened;
    this.refused = refused;
  }

  /**
   * Reads a package while it arrives, to the end of the content, even where it is refused, as the
   * sender may not listen before that.
   *
   * @param content without content coding, bounded in bytes and time
   * @param maxDocumentBytes the size of the document in it
   * @throws IOException what {@code content} throws; nothing is left then
   */
  public static ReceivedMultipart read(
      InputStream content, MultipartType type, AttachmentOptions options, int maxDocumentBytes)
      throws IOException {
    try {
      return new ReceivedMultipart(
          MultipartContent.read(content, type, options, maxDocumentBytes), null);
    } catch (SoapMessageException e) {
      content.transferTo(OutputStream.nullOutputStream());
      return new ReceivedMultipart(null, e);
    }
  }

  /** A message that has been made here, with parts, as if it had come. */
  public static ReceivedMultipart of(MultipartContent made) {
    return new ReceivedMultipart(made, null);
  }

  /**
   * The package, opened.
   *
   * @throws SoapMessageException if it is malformed, exceeds a limit, or could not be stored
   */
  public MultipartContent open() throws SoapMessageException {
    if (refused != null) {
      throw refused;
    }
    return Objects.requireNonNull(opened); // as it was not refused
  }

  /** The encoding of the document; null where it is not said or the package is malformed. */
  public @Nullable String charset() {
    return opened == null ? null : opened.charset(); // open() reports what is wrong
  }

  /**
   * Closes parts that stand in a file, but for those that the application has asked to keep.
   *
   * @param all or those that the caller has not got
   */
  public void close(boolean all) {
    if (opened == null) {
      return;
    }
    for (Attachment part : opened.parts().values()) {
      if (part instanceof StoredPart stored && !stored.isKept() && (all || !stored.isRetained())) {
        stored.close();
      }
    }
  }
}
