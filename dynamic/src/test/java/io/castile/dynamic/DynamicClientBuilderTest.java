package io.castile.dynamic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DynamicClientBuilderTest {
  /** A builder with more needs another group. */
  private static final int MOST = 30;

  @Test
  void theBuilderHasAtMostThirtyOptions() {
    TreeSet<String> options = new TreeSet<>();
    Stream.of(DynamicClientBuilder.class.getMethods())
        .filter(method -> method.getReturnType() != Object.class) // build() of a type variable
        .filter(method -> method.getReturnType().isAssignableFrom(DynamicClientBuilder.class))
        .map(Method::getName)
        .forEach(options::add);

    assertThat(options).contains("transport", "security");
    assertThat(options).hasSizeLessThanOrEqualTo(MOST);
  }
}
