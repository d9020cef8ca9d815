package io.castile.gateway.route;

import io.castile.gateway.config.HealthQuestion;
import io.castile.gateway.http.HealthProbe;
import io.castile.gateway.soap.AnswerForm;
import io.castile.gateway.soap.ExpectedElement;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.Question;
import io.castile.gateway.soap.QuestionReader;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The envelope of a health check, and what is expected of its answer. Immutable. */
final class HealthMessage implements HealthProbe.Posted {
  private static final int MOST_BYTES = 1 << 20;

  private final byte[] message;
  private final SoapVersion version;
  private final String action;
  private final @Nullable String expect; // null for any answer that is no fault

  private HealthMessage(byte[] message, SoapVersion version, HealthQuestion question) {
    this.message = message;
    this.version = version;
    this.action = question.action();
    this.expect = question.expect();
  }

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read, or is no envelope
   */
  static HealthMessage read(HealthQuestion question) throws IOException {
    if (Files.size(question.body()) > MOST_BYTES) {
      throw new IOException(
          question.body() + ": expected an envelope of at most " + MOST_BYTES + " bytes");
    }
    byte[] message = Files.readAllBytes(question.body());
    Question read = new QuestionReader().read(message, null);
    if (read == null) {
      throw new IOException(
          question.body() + ": expected an envelope of SOAP with an element in its body");
    }
    return new HealthMessage(message, read.version(), question);
  }

  /** Whether the same is asked, and the same expected. */
  boolean isSameAs(@Nullable HealthMessage other) {
    return other != null
        && Arrays.equals(message, other.message)
        && action.equals(other.action)
        && String.valueOf(expect).equals(String.valueOf(other.expect));
  }

  @Override
  public byte[] content() {
    return message;
  }

  /** The charset is that of the message, which says it itself. */
  @Override
  public String contentType() {
    return version == SoapVersion.SOAP_1_1 || action.isEmpty()
        ? version.mediaType()
        : version.mediaType() + "; action=\"" + action + "\"";
  }

  @Override
  public @Nullable String soapAction() {
    return version == SoapVersion.SOAP_1_1 ? "\"" + action + "\"" : null;
  }

  @Override
  public @Nullable String problem(byte[] answer, @Nullable String contentType) {
    String charset = MediaType.parse(contentType).charset();
    return switch (AnswerForm.of(answer, charset).kind()) {
      case BROKEN -> "the answer is no whole envelope";
      case FAULT, FAILURE -> "the answer is a fault";
      case EMPTY, RESPONSE ->
          expect == null || ExpectedElement.isIn(answer, charset, expect)
              ? null
              : "the answer has no element " + expect;
    };
  }
}
