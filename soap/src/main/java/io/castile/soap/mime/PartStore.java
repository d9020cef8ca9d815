package io.castile.soap.mime;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.xml.Attachment;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
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
  private PartFile file; // null for none

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
  Attachment take(String id, String contentType, InputStream in)
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
    append(first, first.length);
    byte[] piece = new byte[PIECE_BYTES];
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      size += count;
      if (size > options.maxPartBytes()) {
        return null;
      }
      append(piece, count);
    }
    StoredPart part = new StoredPart(id, contentType, file, size);
    stored.add(part);
    return part;
  }

  private void append(byte[] bytes, int length) throws SoapMessageException {
    try {
      if (file == null) {
        file = PartFile.create(options.directory(), options.maxStoredBytes());
      }
      file.append(bytes, length);
    } catch (IOException e) {
      log.error("a part of a message cannot be stored in {}", options.directory(), e);
      throw new SoapMessageException(
          SoapFault.of(
              SoapFault.Code.RECEIVER,
              "the multipart message: a part of more bytes than are held in memory cannot be"
                  + " stored by who receives it"),
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
}
