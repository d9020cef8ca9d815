package io.castile.soap.multipart;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the parts of one message: into memory while they have room there, together, and then into
 * one file. For one thread.
 */
final class PartStore {
  private static final Logger log = LoggerFactory.getLogger(PartStore.class);

  private static final int PIECE_BYTES = 64 << 10;

  private final AttachmentOptions options;
  private final List<StoredPart> stored = new ArrayList<>();
  private long memoryLeft;
  private @Nullable PartFile file; // null for none

  PartStore(AttachmentOptions options) {
    this.options = options;
    this.memoryLeft = options.maxMemoryBytes();
  }

  /**
   * Takes a part.
   *
   * @return null if it has more than maxPartBytes
   * @throws SoapMessageException if it cannot be stored
   * @throws IOException if it cannot be read
   */
  @Nullable Attachment take(String id, @Nullable String contentType, InputStream in)
      throws SoapMessageException, IOException {
    long most = Math.min(memoryLeft, options.maxPartBytes()) + 1;
    byte[] first = in.readNBytes((int) most);
    if (first.length > options.maxPartBytes()) {
      return null;
    }
    if (first.length <= memoryLeft) {
      memoryLeft -= first.length;
      return new ReceivedPart(id, contentType, first);
    }
    long size = first.length;
    PartFile to = append(first, first.length);
    byte[] piece = new byte[PIECE_BYTES];
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      size += count;
      if (size > options.maxPartBytes()) {
        return null;
      }
      append(piece, count);
    }
    StoredPart part = new StoredPart(id, contentType, to, size);
    stored.add(part);
    return part;
  }

  private PartFile append(byte[] bytes, int length) throws SoapMessageException {
    try {
      PartFile to = file;
      if (to == null) {
        to = PartFile.create(options.directory(), options.maxStoredBytes());
        file = to;
      }
      to.append(bytes, length);
      return to;
    } catch (IOException e) {
      log.error("a part of a message cannot be stored in {}", options.directory(), e);
      throw new SoapMessageException(
          SoapFault.of(
              SoapFault.Code.RECEIVER,
              "the multipart message: a part of more bytes than are held in memory cannot be"
                  + " stored by its receiver"),
          e);
    }
  }

  /** Says that all parts have been taken: the file is theirs. */
  void finish() {
    if (file != null) {
      file.release();
    }
  }

  /** Gives up all parts, and the file with them. */
  void discard() {
    stored.forEach(StoredPart::close);
    finish();
  }

  /** A part of a message that came. Thread-safe. */
  private static final class ReceivedPart implements Attachment {
    private final String id;
    private final String contentType;
    private final byte[] bytes;

    /** Whether the array has been given out: the first caller gets it, others get a copy. */
    private final AtomicBoolean given = new AtomicBoolean();

    ReceivedPart(String id, @Nullable String contentType, byte[] bytes) {
      this.id = id;
      this.contentType = contentType == null ? BytesAttachment.UNKNOWN_TYPE : contentType;
      this.bytes = bytes;
    }

    @Override
    public String contentType() {
      return contentType;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public byte[] toByteArray() {
      return given.compareAndSet(false, true) ? bytes : bytes.clone();
    }

    @Override
    public String toString() {
      return "part " + id;
    }
  }
}
