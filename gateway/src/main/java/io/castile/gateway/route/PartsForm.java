package io.castile.gateway.route;

import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.soap.PartQuestion;
import org.jspecify.annotations.Nullable;

/**
 * The key of a request with parts. Immutable.
 *
 * @param question what is asked
 * @param target path, actions, and all that counts of the parts
 */
record PartsForm(PartQuestion question, String target) implements KeyForm {
  static PartsForm of(PartQuestion question, String path, String actions) {
    return new PartsForm(question, "PARTS " + path + "\n" + actions + "\n" + question.text());
  }

  @Override
  public byte[] message(OperationPolicy policy) {
    return question.document();
  }

  @Override
  public @Nullable String charset() {
    return question.charset();
  }
}
