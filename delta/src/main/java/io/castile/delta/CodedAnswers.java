package io.castile.delta;

import io.castile.soap.Headers;
import io.castile.soap.http.message.EntityTags;
import io.castile.soap.server.AnswerEncoder;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the content coding that the client wants most on answers, faults and descriptions, but for
 * what the differential link has answered. Thread-safe.
 */
final class CodedAnswers implements AnswerEncoder {
  private static final String ACCEPT = "Accept-Encoding";

  private final Compression options;
  private final List<String> codings;

  CodedAnswers(Compression options) {
    this.options = options;
    this.codings = options.usable();
  }

  @Override
  public Answer encoded(@Nullable String field, Answer answer) throws IOException {
    if (answer.headers().has(ContentHeaders.CODING) || answer.headers().has(LinkField.NAME)) {
      return answer;
    }
    Headers headers = ContentHeaders.varying(answer.headers(), ACCEPT);
    AcceptEncoding accepted = AcceptEncoding.of(field);
    String coding = accepted.best(codings);
    byte[] content =
        coding == null ? null : content(coding, answer.content(), accepted.refusesIdentity());
    if (coding == null || content == null) {
      return new Answer(headers, answer.content());
    }
    headers = headers.with(ContentHeaders.CODING, coding);
    String tag = headers.get(EntityTags.FIELD);
    if (tag != null) {
      headers = headers.with(EntityTags.FIELD, EntityTags.coded(tag, coding));
    }
    return new Answer(headers, Payload.of(content, content.length));
  }

  /**
   * Returns a document in a coding.
   *
   * @param always also where that is of no use
   * @return null where it is to be sent as it is: it is empty, made while it is sent, or would
   *     become no smaller
   */
  private byte @Nullable [] content(String coding, Payload document, boolean always)
      throws IOException {
    int size = document.size();
    if (size == Payload.UNKNOWN_SIZE || size == 0 || (size < options.minBytes() && !always)) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(size);
    document.writeTo(bytes);
    byte[] content = Compression.encode(coding, bytes.toByteArray());
    return content.length < size || always ? content : null;
  }
}
