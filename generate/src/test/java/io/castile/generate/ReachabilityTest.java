package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.codec.CodecMode;
import io.castile.generate.RecordedReflection.Access;
import io.castile.generate.RecordedReflection.Kind;
import io.castile.generate.project.BuildStep;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The metadata of the application and of Castile's own jars, held against what a JVM saw Castile
 * reflect on while a client called and a server served.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class ReachabilityTest {
  /** The jars that a client and a server have. */
  private static final List<String> ARTIFACTS =
      List.of("castile-codec", "castile-soap", "castile-engine");

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, JsonNode> types = new HashMap<>();
  private final Set<String> proxies = new HashSet<>();
  private final Set<String> resources = new HashSet<>();

  private void add(JsonNode metadata) {
    for (JsonNode each : metadata.path("reflection")) {
      JsonNode type = each.get("type");
      if (type.isTextual()) {
        types.put(type.asText(), each);
      } else {
        proxies.add(String.join(",", json.convertValue(type.get("proxy"), String[].class)));
      }
    }
    metadata.path("resources").forEach(each -> resources.add(each.get("glob").asText()));
  }

  private void addOf(String artifact) throws IOException {
    String path = "/" + BuildStep.metadataPath("io.castile", artifact);
    try (InputStream in = getClass().getResourceAsStream(path)) {
      add(json.readTree(in));
    }
  }

  private boolean has(String type, String members) {
    return types.containsKey(type) && types.get(type).path(members).asBoolean();
  }

  private boolean isKnown(Access access) throws ReflectiveOperationException {
    String type = access.type();
    return switch (access.kind()) {
      case FIND, MEMBERS, ARRAY -> types.containsKey(type);
      case MAKE -> has(type, "allDeclaredConstructors");
      case FIELD -> has(type, "allDeclaredFields");
      case CALL -> has(type, "allDeclaredMethods") || isPublicOfKnown(access);
      case PROXY -> proxies.contains(type);
      case RESOURCE -> resources.contains(type);
    };
  }

  /** Whether it is a public method that some class is listed with, which may inherit it. */
  private boolean isPublicOfKnown(Access access) throws ReflectiveOperationException {
    for (String name : types.keySet()) {
      if (has(name, "allPublicMethods")) {
        Collection<Method> methods = Arrays.asList(Class.forName(name).getMethods());
        if (methods.stream()
            .anyMatch(
                method ->
                    method.getName().equals(access.member())
                        && method.getDeclaringClass().getName().equals(access.type()))) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  @Tag("long")
  void allThatIsReflectedOnIsInTheMetadata() throws Exception {
    add(json.readTree(BuiltOrders.step().reachabilityMetadata()));
    for (String artifact : ARTIFACTS) {
      addOf(artifact);
    }

    Set<Access> recorded =
        RecordedReflection.of(
            BuiltOrders.PROGRAM + " " + CodecMode.COMPILED,
            List.of("-Dorg.graalvm.nativeimage.imagecode=runtime"),
            "io.castile.generate.orders.");

    assertThat(recorded)
        .contains(
            new Access(Kind.FIELD, "io.castile.generate.orders.Orders$Order", "lines"),
            new Access(Kind.MAKE, "io.castile.generate.orders.Orders$Line", ""),
            new Access(Kind.FIND, "io.castile.generate.orders.jaxws.Place", ""),
            new Access(Kind.CALL, "io.castile.generate.orders.Orders", "place"),
            new Access(Kind.CALL, "io.castile.generate.orders.OrdersService", "ready"));
    Set<Access> unknown = new TreeSet<>();
    for (Access each : recorded) {
      if (!isKnown(each)) {
        unknown.add(each);
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void whatCastilesOwnJarsNameIsThere() throws Exception {
    for (String artifact : ARTIFACTS) {
      addOf(artifact);
    }
    addOf("castile-wsdl");

    assertThat(types).isNotEmpty();
    for (String name : types.keySet()) {
      if (!name.endsWith("[]")) {
        assertThat(Class.forName(name, false, getClass().getClassLoader())).isNotNull();
      }
    }
    assertThat(resources)
        .isNotEmpty()
        .allSatisfy(
            glob ->
                assertThat(getClass().getResource("/" + glob.replaceFirst("/\\*$", "")))
                    .as(glob)
                    .isNotNull());
  }
}
