package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.codec.CodecMode;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers of other stacks read the exact values of requests in every form. */
@Tag("long")
final class RequestsToPeersTest {
  static Stream<Arguments> serversAndForms() {
    return Arrays.stream(LabServer.values())
        .flatMap(
            server -> Arrays.stream(MessageForm.values()).map(form -> Arguments.of(server, form)));
  }

  @ParameterizedTest
  @MethodSource("serversAndForms")
  void readsWhatWasSent(LabServer stack, MessageForm form) throws Exception {
    LabService service = new LabService();
    Templates store = form.newStore();
    Witness witness = new Witness(form, Direction.REQUEST, store);
    try (LabServer.Running server = stack.start(service);
        Tap tap = Tap.open(server.url())) {
      Lab lab =
          Castile.client(Lab.class)
              .endpoint(tap.url())
              .codecMode(CodecMode.COMPILED)
              .templates(store)
              .interceptor(witness)
              .build();

      try (AutoCloseable open = (AutoCloseable) lab) {
        for (int step = 0; step < Batches.STEPS; step++) {
          String text = BatchText.of(Batches.at(step));

          Batch echo = lab.echo(Batches.at(step));

          if (stack.isHere()) {
            assertThat(service.seen().get(step)).as("step " + step).isEqualTo(text);
          }
          assertThat(BatchText.of(echo)).as("step " + step).isEqualTo(text);
        }
      }

      witness.verify(tap.requests());
    }
  }
}
