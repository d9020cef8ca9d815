package io.castile;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A client and a server that exchange values, and what passes between them. */
abstract class TypedRequestEnds extends TickerEnds {
  static final DifferentialOptions TYPED = DifferentialOptions.builder().typed(true).build();

  final Differential serverLink = Differential.of(TYPED);
  final Differential clientLink = Differential.of(TYPED);

  /** The contents of requests, as they were sent. */
  final List<byte[]> sent = new ArrayList<>();

  /** The field of each. */
  final List<String> fields = new ArrayList<>();

  /** What happens to the contents of requests on their way. */
  UnaryOperator<byte[]> change = content -> content;

  final Transport tapped() {
    return http(
        (message, http) -> {
          byte[] content = bytes(message.content());
          sent.add(content.clone());
          fields.add(message.headers().getOrDefault("Castile", ""));
          byte[] changed = change.apply(content);
          return http.send(
              new Transport.Outgoing(
                  message.endpoint(),
                  message.headers(),
                  Payload.of(changed, changed.length),
                  message.options(),
                  message.intake()));
        });
  }

  final Ticker linked() {
    return client(builder -> builder.differential(clientLink).transport(tapped()));
  }

  final void serve() {
    serve(builder -> builder.differential(serverLink));
  }

  final boolean isXml(int request) {
    return isXml(sent.get(request));
  }

  /** Whether content is values, and not the delta of XML. */
  static boolean isValues(byte[] content) {
    return !isXml(content) && content[12] >>> 4 == 2;
  }

  final boolean isValues(int request) {
    return isValues(sent.get(request));
  }

  final long xmls() {
    return sent.stream().filter(TickerEnds::isXml).count();
  }
}
