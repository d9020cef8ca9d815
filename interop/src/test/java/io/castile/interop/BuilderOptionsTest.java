package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.castile.ClientBuilder;
import io.castile.DispatchBuilder;
import io.castile.JaxwsOptions;
import io.castile.JaxwsServerOptions;
import io.castile.ServerBuilder;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.delta.Compression;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.security.ClientSecurity;
import io.castile.soap.security.ServerSecurity;
import io.castile.template.TemplateOptions;
import io.castile.template.Templates;
import io.castile.xml.XmlLimits;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The options of the builders: a builder has few enough to be read at once, groups of options are
 * values with builders of their own, and a flag can be set to false, too.
 */
final class BuilderOptionsTest {
  /** A builder with more needs another group. */
  private static final int MOST = 30;

  /** Groups of options. */
  private static final List<Class<?>> GROUPS =
      List.of(
          AttachmentOptions.class,
          ClientSecurity.class,
          Compression.class,
          DifferentialOptions.class,
          HttpOptions.class,
          HttpServerOptions.class,
          JaxwsOptions.class,
          JaxwsServerOptions.class,
          ServerSecurity.class,
          TemplateOptions.class,
          XmlLimits.class);

  static Stream<Class<?>> builders() {
    return Stream.of(
        ClientBuilder.class,
        DispatchBuilder.class,
        ServerBuilder.class,
        CallRecorder.Builder.class,
        ResponseCache.Builder.class,
        Templates.Builder.class);
  }

  static Stream<Arguments> groups() {
    return GROUPS.stream().map(group -> arguments(group.getSimpleName(), group));
  }

  static Stream<Arguments> allBuilders() {
    return Stream.concat(builders(), GROUPS.stream().map(BuilderOptionsTest::builderOf))
        .map(builder -> arguments(builder.getName(), builder));
  }

  private static Class<?> builderOf(Class<?> group) {
    return Stream.of(group.getClasses())
        .filter(nested -> nested.getSimpleName().equals("Builder"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(group + " has no builder"));
  }

  /** The public methods that return the builder, whatever type variable says so. */
  private static Stream<Method> setters(Class<?> builder) {
    return Stream.of(builder.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() != Object.class) // build() of a type variable
        .filter(method -> method.getReturnType().isAssignableFrom(builder));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("allBuilders")
  void aBuilderHasAtMostThirtyOptions(String name, Class<?> builder) {
    TreeSet<String> options = new TreeSet<>();
    setters(builder).forEach(setter -> options.add(setter.getName()));

    assertThat(options).isNotEmpty().hasSizeLessThanOrEqualTo(MOST);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("allBuilders")
  void everyOptionHasAParameter(String name, Class<?> builder) {
    assertThat(setters(builder)).allMatch(setter -> setter.getParameterCount() > 0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("groups")
  void aGroupIsAValueWithABuilder(String name, Class<?> group) throws ReflectiveOperationException {
    Class<?> builder = builderOf(group);

    assertThat(group.getConstructors()).isEmpty();
    assertThat(Modifier.isFinal(group.getModifiers())).isTrue();
    assertThat(group.getMethod("builder").getReturnType()).isEqualTo(builder);
    assertThat(group.getMethod("toBuilder").getReturnType()).isEqualTo(builder);
    assertThat(builder.getMethod("build").getReturnType()).isEqualTo(group);
    assertThat(group.getField("DEFAULT").get(null)).isInstanceOf(group);
    assertThat(group.getMethods()).noneMatch(method -> method.getName().matches("with[A-Z].*"));
  }

  @Test
  void clientsAndServersTakeGroupsAsValuesAndByEdits() {
    for (Class<?> builder : List.of(ClientBuilder.class, ServerBuilder.class)) {
      for (String group : List.of("transport", "security", "jaxws")) {
        List<String> types =
            setters(builder)
                .filter(setter -> setter.getName().equals(group))
                .map(setter -> setter.getParameterTypes()[0].getSimpleName())
                .distinct()
                .toList();
        assertThat(types).as("%s.%s", builder.getSimpleName(), group).contains("Consumer");
        assertThat(types.size()).isGreaterThan(1);
      }
    }
  }
}
