package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.codec.CodecMode;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients of other stacks read the exact values of responses in every form. */
@Tag("long")
final class ResponsesToPeersTest {
  /** Shorter messages are not compressed. */
  private static final int MIN_BYTES = 512;

  static Stream<Arguments> clientsAndForms() {
    return Arrays.stream(LabClient.values())
        .flatMap(
            client -> Arrays.stream(MessageForm.values()).map(form -> Arguments.of(client, form)));
  }

  @ParameterizedTest
  @MethodSource("clientsAndForms")
  void readsWhatWasServed(LabClient client, MessageForm form) throws Exception {
    Templates store = form.newStore();
    Witness witness = new Witness(form, Direction.RESPONSE, store);
    try (SoapServer server =
            Castile.server()
                .sameVersion(false)
                .host("localhost")
                .codecMode(CodecMode.COMPILED)
                .templates(store)
                .differential(true) // of which these clients know nothing
                .interceptor(witness)
                .publish("/lab", new LabService())
                .start();
        Tap tap = Tap.open(server.url("/lab"))) {

      String read = client.callAll(tap.url());

      String served =
          IntStream.range(0, Batches.STEPS)
              .mapToObj(step -> BatchText.of(Batches.at(step)))
              .collect(Collectors.joining("\n"));
      assertThat(read.contains("_"))
          .as("spaces in attributes")
          .isEqualTo(client.keepsSpacesOfAttributes() && form.padsAttributes());
      assertThat(read.replace("_", "").strip().lines())
          .containsExactlyElementsOf(lines(client.reads(served)));
      witness.verify(tap.responses());
      boolean compressed = client.takesGzip() && !form.isOverlaid();
      assertThat(tap.responses())
          .allMatch(sent -> sent.isGzip() == (compressed && sent.text().length() >= MIN_BYTES));
    }
  }

  private static Iterable<String> lines(String text) {
    return text.lines().toList();
  }
}
