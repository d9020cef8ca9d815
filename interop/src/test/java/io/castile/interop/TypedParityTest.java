package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.delta.typed.TypedCoding;
import io.castile.delta.typed.TypedState;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every type of every service of the corpus that generates: random instances and changes of them,
 * sent as values, whole and as changes, must be what reading the message as XML gives, and must be
 * written again as the same bytes. {@link CodecParityTest} holds that reading and writing against
 * the reference implementation.
 */
@Tag("long")
final class TypedParityTest {
  private static final long SEED = Long.getLong("castile.corpus.seed", 20040614);
  private static final int MAX_BYTES = 64 << 20;

  /** Types that have columns, and messages of them that were exchanged as values. */
  private final AtomicInteger types = new AtomicInteger();

  private final AtomicInteger typed = new AtomicInteger();
  private final AtomicInteger messages = new AtomicInteger();
  private final AtomicInteger exchanged = new AtomicInteger();

  @TestFactory
  Stream<DynamicTest> valuesAreThoseOfTheMessageAsXml() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    List<DynamicTest> tests = new ArrayList<>();
    for (GeneratedService service : ServiceParity.generating(corpus.get())) {
      for (CodecMode mode : List.of(CodecMode.INTERPRETED, CodecMode.COMPILED)) {
        String name = service.service().name() + ", " + mode;
        tests.add(DynamicTest.dynamicTest(name, () -> checkService(service, mode)));
      }
    }
    tests.add(DynamicTest.dynamicTest("how many", this::checkCounts));
    return tests.stream();
  }

  /** Most types have columns, and of these most messages are exchanged as values. */
  private void checkCounts() {
    assertThat(typed.get()).as("of %s types", types).isGreaterThan(types.get() / 2);
    assertThat(exchanged.get()).as("of %s messages", messages).isGreaterThan(messages.get() / 2);
  }

  private void checkService(GeneratedService service, CodecMode mode) throws Exception {
    try (URLClassLoader loader = CompiledCodecs.loader(service)) {
      List<Class<?>> types = service.boundClasses(loader);
      Codecs codecs = Codecs.builder().types(types.toArray(Class<?>[]::new)).mode(mode).build();
      RandomBeans beans = new RandomBeans(types);
      for (Class<?> type : types) {
        if (!type.isAnnotationPresent(XmlRegistry.class)) {
          long seed = SEED * 31 + Objects.hash(service.service().name(), type.getName(), mode);
          check(type, codecs, seed, beans);
        }
      }
    } finally {
      Beans.forget();
    }
  }

  private static <T> Codec<T> codec(Codecs codecs, Class<T> type) {
    return type.isAnnotationPresent(XmlRootElement.class)
        ? codecs.of(type)
        : codecs.element(type, ReferenceBinding.elementName(type));
  }

  private <T> void check(Class<T> type, Codecs codecs, long seed, RandomBeans beans)
      throws Exception {
    Codec<T> codec = codec(codecs, type);
    TypedCoding coding;
    types.incrementAndGet();
    try {
      coding = TypedCoding.of(TypedPlan.of(codec));
    } catch (NotTypedException e) {
      return; // goes as XML
    }
    typed.incrementAndGet();
    Random random = new Random(seed);
    Exchange<T> exchange = new Exchange<>(codec, coding);
    for (int i = 0; i < 4; i++) {
      Object value = beans.value(type, seed + i);
      if (value == null) {
        return;
      }
      String at = type.getName() + ", seed " + (seed + i);
      exchange.check(type.cast(value), at);
      for (int k = 0; k < 4; k++) {
        Object changed = Graphs.copy(value);
        if (Graphs.change(changed, random)) {
          exchange.check(type.cast(changed), at + ", change " + k);
          value = changed;
        }
      }
    }
  }

  /** Both ends, with what they keep. */
  private final class Exchange<T> {
    private final Codec<T> codec;
    private final TypedCoding coding;
    private @Nullable TypedState sent;
    private @Nullable TypedState received;
    private @Nullable TypedState readOnly;

    Exchange(Codec<T> codec, TypedCoding coding) {
      this.codec = codec;
      this.coding = coding;
    }

    void check(T value, String at) throws Exception {
      byte[] message = written(value);
      messages.incrementAndGet();
      TypedCoding.Written written;
      TypedCoding.Written whole;
      try {
        whole = coding.write(value, null, true);
        written = coding.write(value, sent, true);
      } catch (NotTypedException e) {
        return; // goes as XML, or is refused by it
      }
      assertThat(message).as(at + ": XML refuses what was sent as values").isNotNull();
      exchanged.incrementAndGet();
      T expected = codec.fromBytes(message);
      received = coding.read(written.content(), received, MAX_BYTES, false);
      readOnly = coding.read(written.content(), readOnly, MAX_BYTES, true);
      sent = written.state();
      TypedState all = coding.read(whole.content(), null, MAX_BYTES, false);
      for (Object found :
          List.of(
              coding.element(received), coding.readOnlyElement(readOnly), coding.element(all))) {
        assertThat(DeepComparison.difference(expected, found)).as(at).isNull();
        assertThat(text(codec.toBytes(cast(found))))
            .as(at)
            .isEqualTo(text(codec.toBytes(expected)));
      }
    }

    private byte @Nullable [] written(T value) {
      try {
        byte[] message = codec.toBytes(value);
        codec.fromBytes(message);
        return message;
      } catch (RuntimeException e) {
        return null;
      }
    }

    @SuppressWarnings("unchecked") // what was made has the class of what was sent
    private T cast(Object value) {
      return (T) value;
    }
  }

  private static String text(byte[] message) {
    return new String(message, StandardCharsets.UTF_8);
  }
}
