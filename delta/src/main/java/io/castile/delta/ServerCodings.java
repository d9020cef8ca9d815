package io.castile.delta;

import io.castile.delta.internal.Codings;
import io.castile.soap.server.AnswerEncoder;
import io.castile.soap.server.RequestDecoder;
import org.jspecify.annotations.Nullable;

/** Gives {@link Codings} those of this package. */
final class ServerCodings extends Codings.Access {
  @Override
  protected AnswerEncoder encoder(Compression options) {
    return new CodedAnswers(options);
  }

  @Override
  protected @Nullable AnswerEncoder encoder(Differential link) {
    return link.answerEncoder();
  }

  @Override
  protected RequestDecoder decoder() {
    return CodedRequests.INSTANCE;
  }
}
