package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.mime.AttachmentOptions;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Attachments that are larger than the memory of the process that receives them. */
@Tag("long")
class LargeAttachmentsTest {
  private static final int MEBIBYTES = 260;

  /** Gives back what it gets. */
  @WebService(
      endpointInterface = "io.castile.Vault",
      serviceName = "VaultService",
      portName = "VaultPort",
      targetNamespace = "urn:vault")
  public static final class LargeVault extends VaultService {
    @Override
    public String fill(DataHandler data) {
      return checked(data);
    }

    @Override
    public DataHandler make(int length) {
      return new DataHandler(pattern(length));
    }
  }

  /**
   * Bytes that are made while they are read.
   *
   * @param length how many
   */
  private record Pattern(long length) implements DataSource {
    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        private long at;

        @Override
        public int read() {
          return at == length ? -1 : value(at++);
        }

        @Override
        public int read(byte[] bytes, int offset, int count) {
          int made = (int) Math.min(count, length - at);
          for (int i = 0; i < made; i++) {
            bytes[offset + i] = (byte) value(at++);
          }
          return made == 0 && count > 0 ? -1 : made;
        }
      };
    }

    /** With line ends among them, and never the same again within the length. */
    private static int value(long at) {
      return (int) (at % 97 == 0 ? '\r' : at % 97 == 1 ? '\n' : at * 31 >> 7 ^ at >> 20) & 0xFF;
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
      return "pattern";
    }
  }

  private static Pattern pattern(int mebibytes) {
    return new Pattern((long) mebibytes << 20);
  }

  private static String checked(DataHandler data) {
    CRC32 sum = new CRC32();
    long length = 0;
    byte[] piece = new byte[64 << 10];
    try (InputStream in = data.getInputStream()) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        sum.update(piece, 0, read);
        length += read;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return length + " " + sum.getValue();
  }

  /** Calls and serves, with little memory. */
  static final class Process {
    public static void main(String[] arguments) throws Exception {
      int mebibytes = Integer.parseInt(arguments[1]);
      AttachmentOptions options =
          AttachmentOptions.builder()
              .mtom(true)
              .thresholdBytes(0)
              .maxMemoryBytes(1 << 20)
              .directory(Path.of(arguments[0]))
              .maxPackageBytes(1L << 32)
              .build();
      try (SoapServer server =
          Castile.server()
              .host("localhost")
              .attachments(options)
              .publish("/vault", new LargeVault())
              .start()) {
        Vault vault =
            Castile.client(Vault.class).endpoint(server.url("/vault")).attachments(options).build();
        say("sent", () -> vault.fill(new DataHandler(pattern(mebibytes))));
        say("received", () -> checked(vault.make(mebibytes)));
        say("said", () -> vault.text("afterwards"));
        ((AutoCloseable) vault).close();
      }
    }
  }

  private static void say(String what, Supplier<String> call) {
    try {
      System.out.println(what + " " + call.get());
    } catch (WebServiceException e) {
      System.out.println("not " + what + ": " + e);
    }
  }

  private static String run(Path directory, int mebibytes, String... command) throws Exception {
    Path output = directory.resolve("output");
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            Process.class.getName(),
            directory.toString(),
            Integer.toString(mebibytes)));
    java.lang.Process process =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    int status = process.waitFor();
    assertThat(status).as(Files.readString(output)).isZero();
    try (var entries = Files.list(directory)) {
      assertThat(entries).containsExactly(output);
    }
    return Files.readString(output);
  }

  @Test
  void partsBeyondTheMemoryAreReceivedAtBothEnds(@TempDir Path directory) throws Exception {
    String output = run(directory, MEBIBYTES);

    String expected = checked(new DataHandler(pattern(MEBIBYTES)));
    assertThat(output)
        .contains("sent " + expected)
        .contains("received " + expected)
        .contains("said afterwards");
  }

  /** Files may not grow beyond 2 MiB, which fails as a full disk does. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no ulimit")
  void aFullDiskFailsTheCallAndNoOther(@TempDir Path directory) throws Exception {
    String output = run(directory, 8, "sh", "-c", "ulimit -f 4096; exec \"$@\"", "sh");

    assertThat(output)
        .containsPattern("not sent: .*SOAPFaultException: .* cannot be stored by its receiver")
        .containsPattern("not received: .*WebServiceException: .* cannot be stored")
        .contains("said afterwards");
  }
}
