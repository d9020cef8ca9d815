package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.codec.typed.AbsentProperty;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.typed.TypedCodings;
import io.castile.generate.GenerateException;
import io.castile.interop.TypedShare.Form;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many operations of the corpus have messages that go as values, whole or but for some
 * properties; as tables in {@code target/corpus/typed-share-xjc.txt} and {@code
 * typed-share-castile.txt}.
 */
@Tag("long")
final class TypedShareTest {
  private static final double LEAST_PERCENT = 80;

  /** Ends the names of interfaces that are no SOAP, though they look so once generated. */
  private static final String NO_SOAP = ".*Http(Get|Post)";

  /** Interfaces that Castile refuses. */
  private final List<String> refused = new ArrayList<>();

  private final List<TypedShare> services = new ArrayList<>();

  /** How many messages there are as XML, and how many properties without columns, by reason. */
  private final Map<String, Integer> reasons = new TreeMap<>();

  private final TypedShare all = new TypedShare("all operations");
  private final TypedShare closed = new TypedShare("without wildcards");
  private final TypedShare literal = new TypedShare("without wildcards, literal");

  @Test
  void mostOperationsOfWhatXjcGeneratesAreTyped() throws Exception {
    for (GeneratedService service : ServiceParity.generating(corpus())) {
      count(service);
    }
    write("xjc");
    check(closed);
    assertThat(services).hasSizeGreaterThan(25);
    assertThat(refused).containsExactly("SwAServiceInterface"); // of several parts (R2201)
  }

  @Test
  void mostOperationsOfWhatCastileGeneratesAreTyped() throws Exception {
    for (Corpus.Service service : corpus().services()) {
      try {
        count(OwnGenerator.make(service).service());
      } catch (GenerateException e) {
        refused.add(service.name());
      }
    }
    write("castile");
    check(literal); // a good part of these services is in SOAP encoding
    assertThat(services).hasSizeGreaterThan(40);
    assertThat(refused).isEmpty();
  }

  private static Corpus corpus() {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");
    return corpus.get();
  }

  private static void check(TypedShare share) {
    assertThat(share.typedPercent()).as(share.toString()).isGreaterThanOrEqualTo(LEAST_PERCENT);
  }

  private void write(String generator) throws IOException {
    List<String> table = new ArrayList<>(List.of(TypedShare.HEADER));
    Stream.concat(services.stream(), Stream.of(all, closed, literal))
        .forEach(each -> table.add("" + each));
    table.add("");
    reasons.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(each -> table.add(each.getKey() + ": " + each.getValue()));
    Path folder = Files.createDirectories(Corpus.output());
    Files.write(folder.resolve("typed-share-" + generator + ".txt"), table);
  }

  private void count(GeneratedService service) throws IOException {
    TypedShare share = new TypedShare(service.service().name());
    try (URLClassLoader loader = service.newLoader()) {
      for (Class<?> sei : ServiceCalls.interfaces(service, loader)) {
        if (!sei.getSimpleName().matches(NO_SOAP)) {
          operations(sei).forEach(operation -> count(operation, share));
        }
      }
    }
    services.add(share);
  }

  private List<OperationModel> operations(Class<?> sei) {
    try {
      return ServiceModel.of(sei).operations();
    } catch (IllegalArgumentException e) {
      refused.add(sei.getSimpleName());
      return List.of();
    }
  }

  private void count(OperationModel operation, TypedShare share) {
    Form request = form(operation.request());
    Message response = operation.response();
    Form answer = response == null ? null : form(response);
    share.add(request, answer);
    all.add(request, answer);
    if (!hasWildcard(operation.request()) && (response == null || !hasWildcard(response))) {
      closed.add(request, answer);
      if (!operation.isEncoded()) {
        literal.add(request, answer);
      }
    }
  }

  private static boolean hasWildcard(Message message) {
    Stream<MessagePart> parts =
        Stream.concat(
            message.bodyParts().stream(), message.headers().stream().map(Message.Header::part));
    return parts.anyMatch(part -> Wildcards.areIn(part.type()));
  }

  private Form form(Message message) {
    try {
      List<AbsentProperty> absent = TypedCodings.require(message).plan().absent();
      absent.stream()
          .map(each -> "property: " + kind(each.reason()))
          .forEach(each -> reasons.merge(each, 1, Integer::sum));
      return absent.isEmpty() ? Form.VALUES : Form.PARTLY;
    } catch (NotTypedException e) {
      reasons.merge("message: " + kind(String.valueOf(e.getMessage())), 1, Integer::sum);
      return Form.XML;
    }
  }

  /** A reason without the name of a class. */
  private static String kind(String reason) {
    return reason.replaceFirst("^[\\w$]+(\\.[\\w$]+)+ ", "a class that ");
  }
}
