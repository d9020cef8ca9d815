package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.soap.SoapVersion;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every type of every service of the corpus that generates: random instances kept in every form, as
 * chosen and as forced, and as arguments of keys. What is restored says what was stored, whatever
 * is done to the original and to what was restored before.
 */
@Tag("long")
final class CacheFormsTest {
  private static final long SEED = Long.getLong("castile.corpus.seed", 20040614);
  private static final String ONLY = System.getProperty("castile.corpus.services", ".*");
  private static final int INSTANCES = Integer.getInteger("castile.corpus.instances", 2);
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);

  @TestFactory
  Stream<DynamicTest> everyTypeOfTheCorpusIsKeptApart() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    return ServiceParity.generating(corpus.get()).stream()
        .filter(service -> service.service().name().matches(ONLY))
        .map(
            service ->
                DynamicTest.dynamicTest(
                    service.service().name(), () -> new ServiceCheck(service).check()));
  }

  private static final class ServiceCheck {
    private final GeneratedService service;

    /** How many values each kind has kept. */
    private final Map<RepresentationKind, Integer> kept = new EnumMap<>(RepresentationKind.class);

    private final List<String> unfit = new ArrayList<>();
    private int values;
    private int changes;

    ServiceCheck(GeneratedService service) {
      this.service = service;
    }

    void check() throws Exception {
      try (URLClassLoader loader = CompiledCodecs.loader(service)) {
        List<Class<?>> types = service.boundClasses(loader);
        Codecs codecs =
            Codecs.builder().types(types.toArray(Class<?>[]::new)).mode(CodecMode.COMPILED).build();
        RandomBeans beans = new RandomBeans(types);
        for (Class<?> type : types) {
          if (!type.isAnnotationPresent(XmlRegistry.class)) {
            checkType(type, codecs, beans);
          }
        }
      } finally {
        Beans.forget();
      }

      assertThat(values).isPositive();
      assertThat(changes).isPositive();
      assertThat(unfit).isEmpty();
      assertThat(kept).containsKey(RepresentationKind.COMPILED_COPY);
    }

    private <T> void checkType(Class<T> type, Codecs codecs, RandomBeans beans) {
      Codec<T> codec =
          type.isAnnotationPresent(XmlRootElement.class)
              ? codecs.of(type)
              : codecs.element(type, ReferenceBinding.elementName(type));
      for (int i = 0; i < INSTANCES; i++) {
        long seed = SEED * 31 + Objects.hash(service.service().name(), type.getName(), i);
        Object made = beans.value(type, seed);
        if (made == null) {
          return;
        }
        // As answers are: read from a message.
        Object value = codec.fromBytes(codec.toBytes(type.cast(made)));
        values++;
        String at = type.getName() + ", seed " + seed;
        checkForm(RepresentationKind.AUTOMATIC, type, codec, value, seed, at);
        if (i == 0) {
          for (RepresentationKind kind :
              EnumSet.complementOf(EnumSet.of(RepresentationKind.AUTOMATIC))) {
            checkForm(kind, type, codec, value, seed, at + ", " + kind);
          }
        }
        checkKey(type, codec, value, seed, at + ", key");
        checkKey(type, null, value, seed, at + ", key without codec");
      }
    }

    @SuppressWarnings("unchecked") // Values are made for the type that the codec is made for.
    private <T> void checkForm(
        RepresentationKind kind,
        Class<T> type,
        Codec<T> codec,
        Object value,
        long seed,
        String at) {
      Object snapshot = Graphs.copy(value);
      T original = (T) Graphs.copy(value);
      Stored<T> stored;
      try {
        stored = Representation.of(kind, type, codec, false).store(original);
      } catch (NotCacheableException e) {
        unfit.add(at + ": " + e.getMessage());
        return;
      }
      if (kind != null) {
        assertThat(stored.kind()).as(at).isGreaterThanOrEqualTo(kind);
      }
      kept.merge(stored.kind(), 1, Integer::sum);
      Random random = new Random(seed);
      changes += Graphs.changeAll(original, random);
      for (int i = 0; i < 3; i++) {
        T restored = stored.restore();
        checkEqual(stored.kind(), codec, (T) snapshot, restored, at + ", restored " + i);
        changes += Graphs.changeAll(restored, random);
      }
      if (stored.kind() != RepresentationKind.REFERENCE) {
        assertThat(Graphs.shared(stored.restore(), stored.restore())).as(at).isNull();
      }
      assertThat(stored.weight()).as(at).isPositive();
    }

    /** What was read from XML is equal as the codec sees it: an empty list may be none. */
    private <T> void checkEqual(
        RepresentationKind kind, Codec<T> codec, T expected, T restored, String at) {
      assertThat(codec.equal(expected, restored)).as(at).isTrue();
      assertThat(codec.hash(expected)).as(at).isEqualTo(codec.hash(restored));
      if (kind.compareTo(RepresentationKind.SERIALIZATION) <= 0) {
        assertThat(DeepComparison.difference(expected, restored)).as(at).isNull();
      }
    }

    @SuppressWarnings("unchecked") // as above
    private <T> void checkKey(Class<T> type, Codec<T> codec, Object value, long seed, String at) {
      Keys keys =
          Keys.of(KeyKind.AUTOMATIC, List.of(new ArgumentType(type, (Codec<Object>) codec)));
      Object argument = Graphs.copy(value);
      CacheKey stored;
      try {
        stored = keys.key(SCOPE, argument).toStored();
      } catch (NotCacheableException e) {
        if (codec != null) {
          unfit.add(at + ": " + e.getMessage());
        }
        return;
      }
      assertThat(keys.key(SCOPE, Graphs.copy(value)).equals(stored)).as(at).isTrue();
      boolean changed = Graphs.change(argument, new Random(seed));
      if (changed && codec != null && isOther(codec, value, argument)) {
        assertThat(keys.key(SCOPE, argument).equals(stored)).as(at).isFalse();
      }
      Graphs.changeAll(argument, new Random(seed));
      assertThat(keys.key(SCOPE, Graphs.copy(value)).equals(stored)).as(at).isTrue();
    }

    /** Whether the change shows in what is written. */
    @SuppressWarnings("unchecked") // as above
    private static <T> boolean isOther(Codec<T> codec, Object one, Object other) {
      try {
        byte[] a = codec.toBytes((T) one);
        byte[] b = codec.toBytes((T) other);
        return Infoset.difference(a, b) != null;
      } catch (Exception e) {
        return false; // the change made it a value that cannot be written
      }
    }
  }
}
