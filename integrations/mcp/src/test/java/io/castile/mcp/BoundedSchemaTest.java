package io.castile.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BoundedSchemaTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A row of types, each with the next one in it. */
  private static Map<String, Object> row(int types) {
    Map<String, Object> definitions = new LinkedHashMap<>();
    for (int i = 0; i < types; i++) {
      definitions.put("T" + i, type(i + 1 < types ? "T" + (i + 1) : "T0"));
    }
    Map<String, Object> schema = new LinkedHashMap<>(type("T0"));
    schema.put("$defs", definitions);
    return schema;
  }

  private static Map<String, Object> type(String next) {
    return Map.of(
        "type",
        "object",
        "description",
        "x".repeat(1_000),
        "properties",
        Map.of("next", Map.of("$ref", "#/$defs/" + next)),
        "additionalProperties",
        false);
  }

  @Test
  void aSmallSchemaIsAsItWas() {
    Map<String, Object> small = row(3);

    assertThat(BoundedSchema.isLarge(small)).isFalse();
    assertThat(BoundedSchema.of(small)).isEqualTo(small);
  }

  @Test
  void ofALargeSchemaTheNearestTypesAreShownAndTheNextIsNamed() throws Exception {
    Map<String, Object> large = row(100);

    Map<String, Object> cut = BoundedSchema.of(large);

    assertThat(BoundedSchema.size(cut)).isLessThan(BoundedSchema.MAX_BYTES + 1_000);
    Map<?, ?> shown = (Map<?, ?>) cut.get("$defs");
    int last = shown.size() - 1;
    assertThat(last).isBetween(20, 40);
    assertThat(shown.get("T0")).isEqualTo(type("T1"));
    assertThat(shown.get("T" + last)).asString().contains("describe", "T" + last);
    assertThat(shown.keySet()).noneMatch(Set.of("T99")::contains);
    JsonNode deep = MAPPER.readTree("{\"next\":".repeat(60) + "{}" + "}".repeat(60));
    assertThat(
            JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(MAPPER.valueToTree(cut))
                .validate(deep))
        .isEmpty();
  }
}
