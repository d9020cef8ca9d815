package io.castile.bench.calls;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.demo.portal.Portal;
import io.castile.template.Templates;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How many bytes a call of Castile carries, heads of HTTP included: what the bare socket carries
 * too.
 *
 * @param requests those of each request, by the number of its operation
 * @param responses those of each response
 */
public record CallSizes(List<Integer> requests, List<Integer> responses) {

  /** Counts the bytes of all operations at the sockets, by a client and a server in this JVM. */
  static CallSizes count() throws IOException {
    Map<CallOperation, Integer> up = new EnumMap<>(CallOperation.class);
    Map<CallOperation, Integer> down = new EnumMap<>(CallOperation.class);
    try (SoapServer server =
            Castile.server()
                .host("127.0.0.1")
                .templates(Templates.off())
                .publish(LoopbackRow.PATH, new ReadyPortal())
                .start();
        Relay relay = Relay.to(server.port(), null)) {
      String url = "http://127.0.0.1:" + relay.port() + LoopbackRow.PATH;
      Portal portal = Castile.client(Portal.class).endpoint(url).templates(Templates.off()).build();
      try (PortalEnd end = new PortalEnd(portal, (AutoCloseable) portal)) {
        for (CallOperation operation : CallOperation.values()) {
          long bytesUp = relay.bytesUp();
          long bytesDown = relay.bytesDown();
          end.call(operation, 0);
          up.put(operation, (int) (relay.bytesUp() - bytesUp));
          down.put(operation, (int) (relay.bytesDown() - bytesDown));
        }
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the client cannot be closed: " + e.getMessage(), e);
    }
    return new CallSizes(List.copyOf(up.values()), List.copyOf(down.values()));
  }

  int request(CallOperation operation) {
    return requests.get(operation.ordinal());
  }

  int response(CallOperation operation) {
    return responses.get(operation.ordinal());
  }

  /** What a buffer needs. */
  int largest() {
    return Math.max(
        requests.stream().mapToInt(Integer::intValue).max().orElseThrow(),
        responses.stream().mapToInt(Integer::intValue).max().orElseThrow());
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return text(requests) + "/" + text(responses);
  }

  private static String text(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  static CallSizes parse(String text) {
    List<String> parts = List.of(text.split("/", -1));
    return new CallSizes(numbers(parts.get(0)), numbers(parts.get(1)));
  }

  private static List<Integer> numbers(String text) {
    return Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
  }
}
