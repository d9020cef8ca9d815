package io.castile.cache.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.soap.SoapVersion;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class AskedBeforeTest {
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("ask"), SoapVersion.SOAP_1_1);

  private final Keys keys = Keys.of(KeyKind.ARGUMENTS, List.of(ArgumentType.of(String.class)));
  private final Entries.Doorkeeper asked = new Entries.Doorkeeper();

  private boolean ask(String question) {
    return asked.ask(keys.key(SCOPE, question));
  }

  @Test
  void aQuestionIsKnownFromTheSecondTimeOn() {
    assertThat(ask("a")).isFalse();
    assertThat(ask("a")).isTrue();
    assertThat(ask("a")).isTrue();
    assertThat(ask("b")).isFalse();
  }

  @Test
  void whatWasAskedTenThousandQuestionsAgoIsKnown() {
    ask("a");
    for (int i = 0; i < 10_000; i++) {
      ask("between " + i);
    }

    assertThat(ask("a")).isTrue();
  }

  @Test
  void fewNewQuestionsAreTakenForOldOnes() {
    int wrong = 0;
    for (int i = 0; i < 100_000; i++) {
      wrong += ask("question " + i) ? 1 : 0;
    }

    assertThat(wrong).isLessThan(1_000);
  }

  @Test
  void whatWasAskedLongAgoIsForgotten() {
    for (int i = 0; i < 100_000; i++) {
      ask("question " + i);
    }
    int known = 0;
    for (int i = 0; i < 1_000; i++) {
      known += ask("question " + i) ? 1 : 0;
    }

    assertThat(known).isLessThan(100);
  }
}
