package io.castile.soap.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.soap.FilePort;
import io.castile.soap.FileService;
import io.castile.soap.Headers;
import io.castile.soap.OpenFiles;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.ClientLinks;
import io.castile.soap.client.SoapClient;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.LocalTransport;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.server.ServiceSettings;
import io.castile.xml.XmlLimits;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the files stand that a service's data is in. The services here never let go of their
 * data, so that no garbage collection closes a file; a call returns when its exchange has ended.
 */
class StoredDataTest {
  private static final int STORED_BYTES = 3000;

  @TempDir Path directory;

  /** Holds all data that it gets, and answers with a little of its own. */
  @WebService(
      endpointInterface = "io.castile.soap.FilePort",
      serviceName = "FilesService",
      portName = "FilesPort",
      targetNamespace = "urn:files")
  public static class Holding extends FileService {
    final List<DataHandler> held = new ArrayList<>();
    final List<byte[]> read = new ArrayList<>();

    @Override
    public DataHandler data(DataHandler data) {
      held.add(data);
      read.add(StoredDataTest.read(data));
      return handler(new byte[] {1});
    }
  }

  /** Keeps it, too. */
  @WebService(
      endpointInterface = "io.castile.soap.FilePort",
      serviceName = "FilesService",
      portName = "FilesPort",
      targetNamespace = "urn:files")
  public static final class Keeping extends Holding {
    @Override
    public DataHandler data(DataHandler data) {
      return super.data(AttachmentData.keep(data));
    }
  }

  /** Answers with what it gets. */
  @WebService(
      endpointInterface = "io.castile.soap.FilePort",
      serviceName = "FilesService",
      portName = "FilesPort",
      targetNamespace = "urn:files")
  public static final class Returning extends Holding {
    @Override
    public DataHandler data(DataHandler data) {
      super.data(data);
      return data;
    }
  }

  @BeforeEach
  void awaitFilesOfOtherTests() throws IOException {
    OpenFiles.awaitNone(Path.of(System.getProperty("java.io.tmpdir")));
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(OpenFiles.in(directory)).isZero();
  }

  private static DataHandler handler(byte[] bytes) {
    return AttachmentData.handlers(Map.of("1", new BytesAttachment(bytes, "a/b"))).get("1");
  }

  private static byte[] read(DataHandler data) {
    try (InputStream in = data.getInputStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static byte[] bytes(int seed) {
    byte[] bytes = new byte[STORED_BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Calls a service that has room for one file, and has no memory for parts. */
  private DataHandler call(FileService service, DataHandler data) throws Throwable {
    AttachmentOptions inMemory = AttachmentOptions.builder().mtom(true).thresholdBytes(0).build();
    ServiceEndpoint endpoint =
        new ServiceEndpoint(
            service,
            ServiceEndpoint.model(service.getClass(), CodecMode.ADAPTIVE),
            ServiceSettings.builder()
                .attachments(
                    inMemory.toBuilder()
                        .maxMemoryBytes(0)
                        .directory(directory)
                        .maxStoredBytes(PartFile.DiskBudget.STEP)
                        .build())
                .build());
    ServiceModel model = ServiceModel.of(FilePort.class, CodecMode.ADAPTIVE);
    OperationModel operation =
        model.operations().stream()
            .filter(each -> each.name().getLocalPart().equals("data"))
            .findFirst()
            .orElseThrow();
    LocalTransport transport = new LocalTransport(Map.of("/files", endpoint));
    try (SoapClient client =
        new SoapClient(
            model,
            XmlLimits.DEFAULT,
            ClientLinks.of(List.of(SoapClient.transportLink(transport))),
            transport,
            ReadTemplateSource.NONE,
            inMemory,
            Set.of(),
            ReceiverSettings.DEFAULT)) {
      return (DataHandler)
          client.call(
              operation,
              new Object[] {data},
              new SoapClient.Options(
                  "http://localhost/files", SoapVersion.SOAP_1_1, null, Headers.NONE),
              response -> {});
    }
  }

  @Test
  void aServicesDataEndsWithItsCall() throws Throwable {
    Holding service = new Holding();

    call(service, handler(bytes(1)));

    assertThat(service.read).singleElement().isEqualTo(bytes(1));
    assertThat(OpenFiles.in(directory)).isZero();
    assertThatThrownBy(() -> read(service.held.get(0)))
        .hasMessageMatching(
            "Cannot read part 1\\.\\S+, because it has been closed, or its call has ended\\. A"
                + " service keeps it longer by AttachmentData\\.keep\\.");
  }

  @Test
  void manyCallsNeedRoomForOne() throws Throwable {
    Holding service = new Holding();

    for (int i = 0; i < 20; i++) {
      call(service, handler(bytes(i)));
    }

    assertThat(service.read).hasSize(20);
    assertThat(OpenFiles.in(directory)).isZero();
  }

  @Test
  void dataThatIsTheAnswerIsReadBeforeItsCallEnds() throws Throwable {
    for (int i = 0; i < 3; i++) {
      assertThat(read(call(new Returning(), handler(bytes(i))))).isEqualTo(bytes(i));
      assertThat(OpenFiles.in(directory)).isZero();
    }
  }

  @Test
  void dataThatIsKeptStandsUntilItIsClosed() throws Throwable {
    Keeping service = new Keeping();

    call(service, handler(bytes(1)));

    DataHandler kept = service.held.get(0);
    assertThat(read(kept)).isEqualTo(bytes(1));
    assertThat(OpenFiles.in(directory)).isOne();
    ((Closeable) kept.getDataSource()).close();
    assertThat(OpenFiles.in(directory)).isZero();
    assertThatThrownBy(() -> read(kept)).hasMessageContaining("has been closed");
  }

  @Test
  void keptDataCountsUntilItIsClosed() throws Throwable {
    Keeping service = new Keeping();
    call(service, handler(bytes(1)));

    assertThatThrownBy(() -> call(service, handler(bytes(2))))
        .hasMessageContaining("cannot be stored by its receiver");

    ((Closeable) service.held.get(0).getDataSource()).close();
    call(service, handler(bytes(3)));
    assertThat(service.read).hasSize(2);
    ((Closeable) service.held.get(1).getDataSource()).close();
  }

  @Test
  void dataInMemoryIsKeptAsItIs() throws Exception {
    DataHandler data = handler(new byte[] {1, 2});

    assertThat(AttachmentData.keep(data)).isSameAs(data);
    assertThat(Arrays.equals(read(data), new byte[] {1, 2})).isTrue();
  }
}
