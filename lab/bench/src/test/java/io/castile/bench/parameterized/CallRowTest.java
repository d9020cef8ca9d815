package io.castile.bench.parameterized;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.bench.calls.CallRow;
import io.castile.bench.data.RemoteTexts;
import io.castile.bench.data.Texts;
import io.castile.template.Templates;
import jakarta.jws.WebService;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What each row of whole calls does, and leaves out. */
final class CallRowTest {

  @ParameterizedTest
  @EnumSource
  void onlyAServerCacheSparesTheServiceACall(CallRow row) throws Exception {
    Counting service = new Counting();
    try (CallRow.Served server = row.serve(service)) {
      Texts client = row.client(server.address());

      for (int i = 0; i < 3; i++) {
        assertThat(client.putTexts(List.of("one", "three"))).isEqualTo(8);
        assertThat(client.getText("you")).isEqualTo("Hello, you!");
        assertThat(client.getTexts(150, 1)).isEqualTo(ParameterizedCell.request(150, 1, 0).texts());
      }
      assertThat(client.getTexts(150, 2)).isNotEqualTo(client.getTexts(150, 1));

      boolean isCached = row == CallRow.SERVER_CACHE || row == CallRow.BOTH;
      assertThat(service.calls.get()).isEqualTo(isCached ? 3 + 1 : 9 + 2);
      if (client instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"RMI", "CXF"},
      mode = Mode.EXCLUDE)
  void onlyParameterizedClientsHaveTemplates(CallRow row) throws Exception {
    Texts client = row.client("http://localhost:1/texts");

    boolean isParameterized = row == CallRow.PARAMETERIZED || row == CallRow.BOTH;
    assertThat(Castile.templates(client))
        .isSameAs(isParameterized ? Templates.shared() : Templates.off());
    ((AutoCloseable) client).close();
  }

  @ParameterizedTest
  @EnumSource(names = {"TRADITIONAL", "RMI"})
  void aServerThatEndsIsFoundOut(CallRow row) throws Exception {
    Texts client;
    try (CallRow.Served server = row.serve(new Counting())) {
      client = row.client(server.address());
      assertThat(client.getText("you")).isEqualTo("Hello, you!");
    }

    assertThatThrownBy(() -> client.getText("you")).isInstanceOf(RuntimeException.class);
  }

  /** Counts the calls that reach it. */
  @WebService(
      endpointInterface = "io.castile.bench.data.Texts",
      targetNamespace = Texts.NAMESPACE,
      serviceName = "TextsService",
      portName = "TextsPort")
  public static final class Counting implements Texts, RemoteTexts {
    private final TextsService service = new TextsService();
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public String getText(String name) {
      calls.incrementAndGet();
      return service.getText(name);
    }

    @Override
    public int putTexts(List<String> texts) {
      calls.incrementAndGet();
      return service.putTexts(texts);
    }

    @Override
    public List<String> getTexts(int bytes, int version) {
      calls.incrementAndGet();
      return service.getTexts(bytes, version);
    }
  }
}
