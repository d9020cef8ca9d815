package io.castile.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bridge.JsonOperation;
import io.castile.bridge.JsonService;
import io.castile.bridge.MessageValidator;
import io.castile.cache.observe.internal.OperationText;
import io.castile.gateway.TestOrigin;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.Validation;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Descriptions at an address, and those of several files, are read again when they change. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ServiceDescriptionTest {
  private volatile Answer served;
  private String wsdl;
  private TestOrigin origin;

  @BeforeEach
  void start() throws Exception {
    try (InputStream in = TestOrigin.class.getResourceAsStream("ask.wsdl")) {
      wsdl = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    serve(wsdl, "one");
    origin =
        new TestOrigin(
            request ->
                served.fields().contains("ETag: " + request.fields().getFirst("If-None-Match"))
                    ? Answer.of(304, "")
                    : served);
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private void serve(String text, String tag) {
    served = Answer.of(200, text, "Content-Type: text/xml", "ETag: \"" + tag + "\"");
  }

  private ServiceDescription description(Validation validation, Duration looks) {
    DescribedRoute route = new DescribedRoute(null, "/api", validation, null);
    return new ServiceDescription(route, URI.create(origin.uri("/service").toString()), looks);
  }

  private ServiceDescription description() {
    return description(Validation.NONE, Duration.ZERO);
  }

  private static List<String> names(JsonService service) {
    return service.operations().stream().map(JsonOperation::name).toList();
  }

  @Test
  void aDescriptionOfAnAddressIsReadAgainWhenItChanges() throws Exception {
    ServiceDescription description = description();
    JsonService first = description.service();

    description.look();
    assertThat(description.service()).as("the same, by its tag").isSameAs(first);
    assertThat(origin.requests()).hasSize(2);
    serve(wsdl.replace("<operation name=\"ask\"", "<operation name=\"question\""), "two");
    description.look();

    assertThat(names(description.service())).containsExactly("question", "tell");
    assertThat(description.services().get(0).byElement().values())
        .extracting(each -> each.name())
        .containsExactly("question", "tell");
  }

  @Test
  void aDescriptionIsReadAgainWhenAFileChangesThatItNames(@TempDir Path folder) throws Exception {
    Path whole = Files.writeString(folder.resolve("ask.wsdl"), wsdl);
    Path other = folder.resolve("service.wsdl");
    Files.writeString(
        other,
        """
        <definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="NAMESPACE" location="ask.wsdl"/>
        </definitions>
        """
            .replace(
                "NAMESPACE", wsdl.replaceFirst("(?s).*?targetNamespace=\"([^\"]*)\".*", "$1")));
    ServiceDescription description =
        new ServiceDescription(
            new DescribedRoute(other.toString(), "/api", Validation.NONE, null),
            URI.create("http://localhost/"),
            Duration.ZERO);
    JsonService first = description.service();

    description.look();
    assertThat(description.service()).isSameAs(first);
    Files.writeString(whole, "<definitions");
    description.look();
    assertThat(description.service()).as("which is wrong").isSameAs(first);
    Files.delete(whole);
    description.look();
    assertThat(description.service()).as("which is gone").isSameAs(first);
    Files.writeString(
        whole, wsdl.replace("<operation name=\"ask\"", "<operation name=\"question\""));
    description.look();

    assertThat(names(description.service())).containsExactly("question", "tell");
  }

  @Test
  void aDescriptionThatIsWrongLeavesTheOldOne() throws Exception {
    ServiceDescription description = description();
    JsonService first = description.service();

    serve("<definitions", "two");
    description.look();
    assertThat(description.service()).isSameAs(first);
    served = Answer.of(503, "none");
    description.look();
    assertThat(description.service()).isSameAs(first);
    serve(wsdl.replace("<operation name=\"ask\"", "<operation name=\"question\""), "three");
    description.look();

    assertThat(names(description.service())).contains("question");
  }

  @Test
  void schemasThatAreWrongLeaveTheOldOnesWhereMessagesAreValidated() throws Exception {
    ServiceDescription description = description(Validation.BOTH, Duration.ZERO);
    JsonService first = description.service();
    assertThat(description.validator()).isNotNull();

    serve(
        wsdl.replace(
            "<xs:element name=\"count\"", // of which a parser cannot tell which one it is
            "<xs:element name=\"a\" minOccurs=\"0\"/><xs:element name=\"a\"/>"
                + "<xs:element name=\"count\""),
        "two");
    description.look();

    assertThat(description.service()).isSameAs(first);
  }

  @Test
  void schemasThatChangeAreCompiledBeforeTheyHold() throws Exception {
    ServiceDescription description = description(Validation.BOTH, Duration.ZERO);
    assertThat(description.knownValidator()).as("before any message").isNull();
    MessageValidator first = description.validator();
    JsonService old = description.service();

    serve(wsdl.replace("type=\"xs:int\"", "type=\"xs:date\""), "two");
    description.look();

    assertThat(description.service()).isNotSameAs(old);
    assertThat(description.knownValidator()).isNotNull().isNotSameAs(first);
    assertThat(description.validator()).isSameAs(description.knownValidator());
  }

  @Test
  void serversAreAskedNoMoreOftenThanTheyAreToBe() throws Exception {
    ServiceDescription description = description(Validation.NONE, Duration.ofHours(1));
    description.service();

    description.look();
    description.look();

    assertThat(origin.requests()).hasSize(1);
  }

  @Test
  void aDescriptionIsNotReadBeforeItIsNeededOrLookedAt() {
    ServiceDescription description = description();

    assertThat(origin.requests()).isEmpty();
    assertThat(description.known()).isNull();
    assertThat(description.services()).isEmpty();
  }

  @Test
  void whatTheDescriptionSaysOfOperationsIsForPeople() throws Exception {
    serve(
        wsdl.replace(
                "<operation name=\"ask\"><input message",
                "<operation name=\"question\"><documentation>Answers. In words.</documentation>"
                    + "<input message")
            .replace("<operation name=\"ask\"", "<operation name=\"question\""),
        "two");
    ServiceDescription description = description();
    assertThat(description.texts()).as("nothing, before it is read").isEmpty();
    description.service();

    assertThat(description.texts())
        .containsEntry(
            new QName("urn:q", "ask"),
            new OperationText(
                "question",
                "question(ask: {text: string, count?: int, tag[]?: string}):"
                    + " {text: string, price[]?: decimal, data[]?: base64Binary}",
                "Answers."))
        .containsEntry(
            new QName("urn:q", "tell"),
            new OperationText("tell", "tell(text: string) one-way", ""));
    assertThat(description.operation(new QName("urn:q", "none"))).isNull();
  }

  @Test
  void aDescriptionThatNoRequestHasNeededIsReadByALook() {
    ServiceDescription description = description(Validation.NONE, Duration.ofHours(1));

    description.look();
    JsonService first = description.known();
    description.look();

    assertThat(first).isNotNull();
    assertThat(description.known()).isSameAs(first);
    assertThat(origin.requests()).hasSize(1);
  }

  @Test
  void aDescriptionThatCannotBeReadIsLookedAtNoMoreOftenAndReadByARequest() throws Exception {
    ServiceDescription description = description(Validation.NONE, Duration.ofHours(1));
    Answer good = served;
    served = Answer.of(503, "none");

    description.look();
    description.look();
    assertThat(description.known()).isNull();
    assertThat(origin.requests()).hasSize(1);
    served = good;

    assertThat(names(description.service())).containsExactly("ask", "tell");
  }
}
