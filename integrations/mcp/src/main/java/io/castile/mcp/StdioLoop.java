package io.castile.mcp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages line by line, as the stdio transport of the protocol has them. No more are read than are
 * being answered; at the end of the input those are finished that have been read.
 */
final class StdioLoop {
  /** Bytes of a message of a client. */
  static final int MAX_MESSAGE = 4 << 20;

  /** Bytes of a larger message that are looked at, to find out which request it was. */
  private static final int MAX_OF_LARGER = 64 << 10;

  /** Messages that are being answered at one time. */
  static final int MAX_AT_ONCE = 8;

  private static final Logger LOG = LoggerFactory.getLogger(StdioLoop.class);

  private final Endpoint endpoint;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[8192];
  private int size;
  private boolean isCut;

  StdioLoop(Endpoint endpoint, InputStream in, OutputStream out) {
    this.endpoint = endpoint;
    this.in = new BufferedInputStream(in, 1 << 16);
    this.out = out;
  }

  /**
   * Answers messages until the input ends.
   *
   * @throws IOException if it cannot be read
   */
  void run() throws IOException, InterruptedException {
    Semaphore free = new Semaphore(MAX_AT_ONCE);
    ExecutorService threads =
        Executors.newFixedThreadPool(MAX_AT_ONCE, Threads.named("castile-mcp"));
    try {
      while (readLine()) {
        byte[] line = Arrays.copyOf(buffer, size);
        boolean isLineCut = isCut;
        free.acquire();
        threads.execute(
            () -> {
              try {
                write(endpoint.answer(line, isLineCut));
              } finally {
                free.release();
              }
            });
      }
      free.acquire(MAX_AT_ONCE);
    } finally {
      threads.shutdownNow();
    }
  }

  private void write(byte @Nullable [] answer) {
    if (answer == null) {
      return;
    }
    byte[] line = Arrays.copyOf(answer, answer.length + 1);
    line[answer.length] = '\n';
    try {
      synchronized (out) {
        out.write(line);
        out.flush();
      }
    } catch (IOException e) {
      LOG.warn(
          "Cannot write a response, because the client has closed its end: {}", e.getMessage());
    }
  }

  /** Reads a line that is not empty; returns whether there was one. */
  private boolean readLine() throws IOException {
    size = 0;
    isCut = false;
    if (buffer.length > MAX_OF_LARGER) {
      buffer = new byte[8192]; // the one of a large message is not kept
    }
    while (true) {
      int each = in.read();
      if (each < 0) {
        return size > 0;
      }
      if (each == '\n') {
        if (size > 0) {
          return true;
        }
      } else if (size < MAX_MESSAGE) {
        if (size == buffer.length) {
          buffer = Arrays.copyOf(buffer, size * 2);
        }
        buffer[size++] = (byte) each;
      } else if (!isCut) {
        isCut = true;
        size = MAX_OF_LARGER;
        buffer = Arrays.copyOf(buffer, MAX_OF_LARGER);
        skipLine();
        return true;
      }
    }
  }

  private void skipLine() throws IOException {
    int each = in.read();
    while (each >= 0 && each != '\n') {
      each = in.read();
    }
  }
}
