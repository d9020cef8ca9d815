package io.castile;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.jws.WebService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** See {@link Vault}; counts its calls. */
@WebService(
    endpointInterface = "io.castile.Vault",
    serviceName = "VaultService",
    portName = "VaultPort",
    targetNamespace = "urn:vault")
public class VaultService implements Vault {
  final AtomicInteger calls = new AtomicInteger();

  static byte[] bytes(int place) {
    byte[] bytes = new byte[5000];
    new Random(place).nextBytes(bytes);
    return bytes;
  }

  static String summed(InputStream in) {
    try (in) {
      byte[] buffer = new byte[8192];
      long count = 0;
      long sum = 0;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        for (int i = 0; i < read; i++) {
          sum = 31 * sum + buffer[i];
        }
        count += read;
      }
      return count + " " + sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] get(int place) {
    calls.incrementAndGet();
    return bytes(place);
  }

  @Override
  public String put(byte[] bytes) {
    calls.incrementAndGet();
    return summed(new ByteArrayInputStream(bytes));
  }

  @Override
  public String fill(DataHandler data) {
    calls.incrementAndGet();
    try {
      return summed(data.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public DataHandler make(int length) {
    calls.incrementAndGet();
    return new DataHandler(new Made(length, () -> {}));
  }

  @Override
  public String text(String text) {
    calls.incrementAndGet();
    return text;
  }

  /**
   * Bytes that are made while they are read.
   *
   * @param halfway called before the second half is read
   */
  record Made(int length, Runnable halfway) implements DataSource {
    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        private int at;

        @Override
        public int read() {
          if (at == length / 2) {
            halfway.run();
          }
          return at == length ? -1 : (at++ * 31) >> 3 & 0xFF;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() {
      throw new UnsupportedOperationException("read only");
    }

    @Override
    public String getContentType() {
      return "application/octet-stream";
    }

    @Override
    public String getName() {
      return "made";
    }
  }
}
