package io.castile.soap.server;

import io.castile.soap.Headers;
import io.castile.xml.Payload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Puts content codings (RFC 9110 §8.4) on what a server answers when it leaves. Thread-safe. */
public interface AnswerEncoder {
  /**
   * Returns an answer in the coding that the client wants most, or as it is. Where another client
   * might get another one, {@code Vary} says so; a strong entity tag is another one in a coding.
   *
   * @param accepted the request's field {@code Accept-Encoding}, all lines of it joined by commas;
   *     null for none
   * @param answer an answer; one that has a field {@code Content-Encoding} is left
   * @throws IOException if the content does
   */
  Answer encoded(@Nullable String accepted, Answer answer) throws IOException;

  /**
   * What leaves.
   *
   * @param headers fields beside the usual ones
   * @param content a message, or another document; used during the call only
   */
  record Answer(Headers headers, Payload content) {}
}
