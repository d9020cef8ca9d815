package io.castile.codec.typed;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a message with header blocks, as a {@link TypedPlan} takes and makes them.
 *
 * @param body what the codec of the body writes
 * @param blocks what the codecs of the header blocks write, in their order; null for a block that
 *     is absent
 */
public record BodyAndHeader(@Nullable Object body, List<@Nullable Object> blocks) {
  /**
   * @param blocks the object's own from here on
   */
  static BodyAndHeader of(Object body, @Nullable Object[] blocks) {
    return new BodyAndHeader(body, Collections.unmodifiableList(Arrays.asList(blocks)));
  }
}
