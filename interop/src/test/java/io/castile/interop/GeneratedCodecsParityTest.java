package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.generate.Generator;
import io.castile.interop.ServiceParity.Row;
import jakarta.xml.bind.annotation.XmlRegistry;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Codecs that were generated with the beans of real descriptions, and compiled by the JDK: they are
 * used, write the bytes of the interpreter, and agree with the reference implementation.
 */
@Tag("long")
final class GeneratedCodecsParityTest {
  private static final List<String> SERVICES =
      List.of("calculator", "cdyne-weather", "countryinfo", "fedex-track-v16", "paypal", "uddi-v3");

  private static final long SEED = 20260127;

  @TestFactory
  Stream<DynamicTest> generatedCodecsAgree() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");
    KnownDifferences known = KnownDifferences.load("known-differences.tsv");
    return corpus.get().services().stream()
        .filter(service -> SERVICES.contains(service.name()))
        .map(service -> DynamicTest.dynamicTest(service.name(), () -> check(service, known)));
  }

  private static void check(Corpus.Service service, KnownDifferences known) throws Exception {
    GeneratedService made =
        OwnGenerator.make(
                service,
                Generator.create().withCodecs(true),
                OwnGenerator.output().resolveSibling("generated-codecs").resolve(service.name()))
            .service();
    checkBytes(made);

    List<Row> rows =
        new ServiceParity(made, 1)
            .check(List.of(types -> new CodecBinding(types, CodecMode.COMPILED)));
    assertThat(rows).isNotEmpty();
    assertThat(ServiceParity.summary(known.unknown(rows))).isEmpty();
  }

  private static void checkBytes(GeneratedService made) throws Exception {
    try (URLClassLoader loader = made.newLoader()) {
      List<Class<?>> types = made.boundClasses(loader);
      BeanCodecs generated = codecs(types, CodecMode.COMPILED);
      BeanCodecs interpreted = codecs(types, CodecMode.INTERPRETED);
      RandomBeans beans = new RandomBeans(types);
      int used = 0;
      for (Class<?> type : types) {
        if (!type.isEnum() && !type.isAnnotationPresent(XmlRegistry.class)) {
          Object value = beans.value(type, SEED);
          assertThat(written(generated, type, value))
              .as("%s of seed %d", type.getName(), SEED)
              .isEqualTo(written(interpreted, type, value));
          if (made.folder().resolve("src").resolve(codec(type)).toFile().exists()) {
            assertThat(generated.beanCodec(type).getClass().getDeclaredFields())
                .as("fields of the codec of %s", type.getName())
                .anyMatch(field -> field.getName().equals("CASTILE_DIGEST"));
            used++;
          }
        }
      }
      assertThat(used).isPositive();
    } finally {
      Beans.forget();
    }
  }

  private static String codec(Class<?> type) {
    String nested = type.getName().substring(type.getPackageName().length() + 1).replace('$', '_');
    return type.getPackageName().replace('.', '/') + "/" + nested + "CastileCodec.java";
  }

  private static BeanCodecs codecs(List<Class<?>> types, CodecMode mode) {
    return BeanCodecs.builder().types(types.toArray(Class<?>[]::new)).mode(mode).build();
  }

  @SuppressWarnings("unchecked") // a value is of its class
  private static byte[] written(BeanCodecs codecs, Class<?> type, Object value) {
    Codec<Object> codec = codecs.element((Class<Object>) type, new QName("urn:test", "value"));
    return codec.toBytes(value);
  }
}
