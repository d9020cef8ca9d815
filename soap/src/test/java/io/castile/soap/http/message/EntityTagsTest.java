package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entity tags (RFC 9110 §8.8.3) and If-None-Match (§13.1.2), which compares weakly. */
final class EntityTagsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "`\"a\"` | `\"a\"` | `\"a\"`",
        "`W/\"a\"` | `\"a\"` | `W/\"a\"`",
        "`\"a\"` | `W/\"a\"` | `\"a\"`",
        "`W/\"a\"` | `W/\"a\"` | `W/\"a\"`",
        "`\"b\", \"a\"` | `\"a\"` | `\"a\"`",
        "`\"b\",\"a\",\"c\"` | `\"a\"` | `\"a\"`",
        "`\"b\" , W/\"a\"` | `\"a\"` | `W/\"a\"`",
        "`\"\"` | `\"\"` | `\"\"`",
        "`\"a,b\"` | `\"a,b\"` | `\"a,b\"`",
        "`\"a~gzip\"` | `\"a\"` | `\"a~gzip\"`",
        "`\"a\"` | `\"a~gzip\"` | `\"a\"`",
        "`\"a~deflate\"` | `\"a~gzip\"` | `\"a~deflate\"`",
      })
  void aTagOfTheSameMessageIsFound(String field, String tag, String found) {
    assertThat(EntityTags.named(field, tag)).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      nullValues = "none",
      value = {
        "`\"b\"` | `\"a\"`",
        "`\"A\"` | `\"a\"`",
        "none | `\"a\"`",
        "`\"a\"` | none",
        "`` | `\"a\"`",
        "`a` | `\"a\"`",
        "`\"a` | `\"a\"`",
        "`'a'` | `\"a\"`",
        "`\"a,b\"` | `\"a\"`",
        "`\"a \"` | `\"a \"`", // a blank is no character of a tag
        "`\"a\"` | a",
        "`w/\"b\"` | `w/\"b\"`", // the mark of weakness is in upper case
        "`\"ab~gzip\"` | `\"a\"`",
      })
  void otherTagsAreNone(String field, String tag) {
    assertThat(EntityTags.named(field, tag)).isNull();
  }

  @Test
  void aTagOfACodingIsStillATagAndNamesTheMessage() {
    assertThat(EntityTags.coded("\"a\"", "gzip")).isEqualTo("\"a~gzip\"");
    assertThat(EntityTags.coded("W/\"a\"", "zstd")).isEqualTo("W/\"a~zstd\"");
    assertThat(EntityTags.named(EntityTags.coded("\"a\"", "gzip"), "\"a\""))
        .isEqualTo("\"a~gzip\"");
  }

  @Test
  void fieldsOfMoreThanEightKilobytesArePassedOver() {
    String tags = "\"b\", ".repeat(2_000) + "\"a\"";

    assertThat(EntityTags.named(tags, "\"a\"")).isNull();
    assertThat(EntityTags.named(tags.substring(tags.length() - 8192), "\"a\"")).isEqualTo("\"a\"");
  }

  /** A field of random bytes names no message of which it does not have the tag. */
  @Test
  void whateverComesNothingElseIsFound() {
    Random random = new Random(3);
    String characters = "\"W/ab~,\\ \t\u0080\u0000";
    for (int round = 0; round < 5_000; round++) {
      StringBuilder field = new StringBuilder();
      for (int i = random.nextInt(24); i > 0; i--) {
        field.append(characters.charAt(random.nextInt(characters.length())));
      }
      String found = EntityTags.named(field.toString(), "\"ab\"");

      if (found != null) {
        assertThat(field).contains(found);
        assertThat(found).matches("(W/)?\"ab(~[^\"]*)?\"");
      }
    }
  }
}
