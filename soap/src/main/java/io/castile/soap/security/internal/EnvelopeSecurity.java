package io.castile.soap.security.internal;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The WS-Security of a client that has envelopes and knows no operations, as a gateway has them.
 * Thread-safe.
 */
public interface EnvelopeSecurity {
  /** Returns the files that it was read from: settings and key stores. */
  List<Path> files();

  /**
   * Protects a request.
   *
   * @param message never changed
   * @param charset the encoding that the transport names; null where the message says it itself
   * @throws SoapMessageException with a fault, if the message is no envelope, or has a header block
   *     of WS-Security already
   * @throws SoapException if it cannot be protected: a key or a password is missing
   */
  Secured secure(byte[] message, @Nullable String charset) throws SoapException;

  /** A request that is protected, and awaits its response. Used by one thread at a time. */
  interface Secured {
    /** Returns the version of its envelope. */
    SoapVersion version();

    /** Returns the protected envelope, in UTF-8. */
    byte[] message();

    /**
     * Decrypts and checks the response.
     *
     * @param charset the encoding that the transport names; null where the message says it itself
     * @return the envelope without its header block of WS-Security, in UTF-8. A fault that has no
     *     protection comes without its detail
     * @throws SoapMessageException if the response is not protected as is expected
     */
    byte[] opened(byte[] response, @Nullable String charset) throws SoapMessageException;
  }

  /** Reads settings from files; found by {@link java.util.ServiceLoader}. */
  interface Provider {
    /**
     * Reads settings and the key stores that they name.
     *
     * @param file properties; the files that they name are relative to its folder
     * @throws IOException if a file cannot be read, or is not what it should be; says which, and
     *     why
     */
    EnvelopeSecurity load(Path file) throws IOException;
  }
}
