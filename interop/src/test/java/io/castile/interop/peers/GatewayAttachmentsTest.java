package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.interop.peers.ArchiveService.Optimized;
import io.castile.interop.peers.ArchiveService.Optimized12;
import io.castile.soap.SoapVersion;
import jakarta.activation.DataHandler;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** MTOM between stacks through a gateway whose policy caches messages with attachments. */
@Tag("long")
final class GatewayAttachmentsTest {
  private static final String POLICY =
      "rules: [{operation: '*', cache: true, ttl: 1h, attachments: true}]";

  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of(ArchivePeer.CXF, ArchivePeer.CXF, SoapVersion.SOAP_1_1),
        Arguments.of(ArchivePeer.CXF, ArchivePeer.CXF, SoapVersion.SOAP_1_2),
        Arguments.of(ArchivePeer.METRO, ArchivePeer.METRO, SoapVersion.SOAP_1_1),
        Arguments.of(ArchivePeer.CASTILE, ArchivePeer.CXF, SoapVersion.SOAP_1_1),
        Arguments.of(ArchivePeer.CXF, ArchivePeer.CASTILE, SoapVersion.SOAP_1_1));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void repeatedCallsAreAnsweredFromTheCache(
      ArchivePeer client, ArchivePeer server, SoapVersion version) throws Exception {
    Object service = version == SoapVersion.SOAP_1_1 ? new Optimized() : new Optimized12();
    try (LabServer.Running running = server.serve(service)) {
      URI url = URI.create(running.url());
      URI origin = URI.create("http://" + url.getAuthority());
      GatewaySettings config = GatewaySettings.of(new ListenAddress("127.0.0.1", 0), origin);
      try (Gateway gateway = Gateway.start(Configs.of(config), 1)) {
        gateway.policy(CachePolicy.parse("policy", POLICY));
        String near = "http://127.0.0.1:" + gateway.port() + url.getPath();
        try (ArchivePeer.Calling<Archive> calling =
            client.client(Archive.class, near, version, true)) {
          for (int size : new int[] {1_000, 60_000, 1_000, 60_000}) {
            assertSame(calling.port().item(item(size)), size);
          }
        }

        assertThat(gateway.statistics().rows())
            .singleElement()
            .satisfies(row -> assertThat(row.hits()).isEqualTo(2));
      }
    }
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static ArchiveItem item(int size) {
    ArchiveItem item = new ArchiveItem();
    item.name = "n";
    item.picture = bytes(size);
    item.handler = new DataHandler(new BytesSource(bytes(size + 1), "text/plain"));
    item.pages = new ArrayList<>(List.of(bytes(size + 2), bytes(size + 3)));
    return item;
  }

  private static void assertSame(ArchiveItem found, int size) throws Exception {
    assertThat(found.picture).isEqualTo(bytes(size));
    assertThat(found.handler.getInputStream().readAllBytes()).isEqualTo(bytes(size + 1));
    assertThat(found.pages).containsExactly(bytes(size + 2), bytes(size + 3));
  }
}
