package io.castile.cache.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChangingFieldsTest {
  private final ChangingFields fields = new ChangingFields();
  private final List<String> told = new ArrayList<>();

  private void call(Map<String, String> values, long hits) {
    told.addAll(fields.add(values, hits));
  }

  @Test
  void aFieldThatIsAnotherAtEachCallIsToldOnce() {
    for (int i = 0; i < 1_000; i++) {
      call(Map.of("x-stamp", "at " + i, "accept-language", i % 2 == 0 ? "de" : "en"), 0);
    }

    assertThat(told).containsExactly("x-stamp");
  }

  @Test
  void aFieldThatBeginsToChangeIsTold() {
    for (int i = 0; i < 1_000; i++) {
      call(Map.of("x-stamp", i < 500 ? "same" : "at " + i), 0);
    }

    assertThat(told).containsExactly("x-stamp");
  }

  @Test
  void aFieldOfManyValuesIsNotToldWhereAnswersAreFound() {
    for (int i = 0; i < 1_000; i++) {
      call(Map.of("x-region", "region " + i), 10L * i);
    }

    assertThat(told).isEmpty();
  }

  @Test
  void fieldsOfFewValuesAreNotTold() {
    for (int i = 0; i < 1_000; i++) {
      call(Map.of("accept-language", "l" + i % 20), 0);
    }

    assertThat(told).isEmpty();
  }

  @Test
  void inventedNamesDoNotHideAFieldThatChanges() {
    for (int i = 0; i < 1_000; i++) {
      call(Map.of("x-invented-" + i, "v"), 0);
    }
    for (int i = 0; i < 200; i++) {
      call(Map.of("x-stamp", "at " + i), 0);
    }

    assertThat(told).containsExactly("x-stamp");
  }
}
