package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.read.ReadOptions;
import io.castile.template.read.ReadTemplate;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every type of every service of the corpus that generates: random instances and changes of them,
 * one after the other, written by difference must have the bytes of a fresh message; stuffed, they
 * must be read alike. Read by difference, they must be what a plain read gives. {@link
 * CodecParityTest} holds fresh messages against the reference implementation.
 */
@Tag("long")
final class DifferenceParityTest {
  private static final long SEED = Long.getLong("castile.corpus.seed", 20040614);
  private static final int[] CHUNKS = {16, 100, 1000, 32 << 10};

  /** Services with more types have one random instance of each, others two. */
  private static final int MANY_TYPES = 300;

  @TestFactory
  Stream<DynamicTest> messagesByDifferenceAreThoseOfAFreshStart() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    List<DynamicTest> tests = new ArrayList<>();
    for (GeneratedService service : ServiceParity.generating(corpus.get())) {
      for (CodecMode mode : List.of(CodecMode.INTERPRETED, CodecMode.COMPILED)) {
        String name = service.service().name() + ", " + mode;
        tests.add(DynamicTest.dynamicTest(name, () -> checkService(service, mode)));
      }
    }
    return tests.stream();
  }

  private static void checkService(GeneratedService service, CodecMode mode) throws Exception {
    int messages = 0;
    try (URLClassLoader loader = CompiledCodecs.loader(service)) {
      List<Class<?>> types = service.boundClasses(loader);
      Codecs codecs = Codecs.builder().types(types.toArray(Class<?>[]::new)).mode(mode).build();
      RandomBeans beans = new RandomBeans(types);
      XmlReader reader = codecs.newReader();
      int instances = types.size() > MANY_TYPES ? 1 : 2;
      for (Class<?> type : types) {
        if (!type.isAnnotationPresent(XmlRegistry.class)) {
          long seed = SEED * 31 + Objects.hash(service.service().name(), type.getName(), mode);
          messages +=
              new Sequence<>(type, codec(codecs, type), reader, seed).check(beans, instances);
        }
      }
    } finally {
      Beans.forget();
    }
    assertThat(messages).isPositive();
  }

  private static <T> Codec<T> codec(Codecs codecs, Class<T> type) {
    return type.isAnnotationPresent(XmlRootElement.class)
        ? codecs.of(type)
        : codecs.element(type, ReferenceBinding.elementName(type));
  }

  /** Messages of one type, one after the other. */
  private static final class Sequence<T> {
    private static final int CHANGES = 3;

    private final Class<?> type;
    private final Codec<T> codec;
    private final long seed;
    private final Random random;
    private final XmlReader reader;
    private final ReadTemplate read = new ReadTemplate(ReadOptions.DEFAULT);
    private final Template exact;
    private final Template stuffed;
    private int messages;

    Sequence(Class<?> type, Codec<T> codec, XmlReader reader, long seed) {
      this.type = type;
      this.codec = codec;
      this.reader = reader;
      this.seed = seed;
      this.random = new Random(seed);
      this.exact = new Template(options(Stuffing.NONE));
      this.stuffed =
          new Template(options(random.nextBoolean() ? Stuffing.ADAPTIVE : Stuffing.MAXIMUM));
    }

    private TemplateOptions options(Stuffing stuffing) {
      int chunk = CHUNKS[random.nextInt(CHUNKS.length)];
      Padding padding = random.nextBoolean() ? Padding.INSIDE : Padding.OUTSIDE;
      return TemplateOptions.builder()
          .chunkBytes(chunk)
          .splitBytes(2 * chunk)
          .reserveBytes(chunk / 8)
          .stuffing(stuffing)
          .padding(padding)
          .build();
    }

    /** Returns how many messages were compared: none of an abstract type that nothing extends. */
    int check(RandomBeans beans, int instances) throws Exception {
      for (int i = 0; i < instances; i++) {
        Object value = beans.value(type, seed + i);
        if (value == null) {
          return 0;
        }
        checkMessage(value);
        for (int k = 0; k < CHANGES; k++) {
          Object changed = Graphs.copy(value);
          if (Graphs.change(changed, random) && isWritable(changed)) {
            checkMessage(changed);
            value = changed;
          }
        }
      }
      return messages;
    }

    /** A change may make a value that has no text. */
    private boolean isWritable(Object value) {
      try {
        codec.toBytes(cast(value));
        return true;
      } catch (RuntimeException e) {
        return false;
      }
    }

    private void checkMessage(Object value) throws Exception {
      messages++;
      String at = type.getName() + ", seed " + seed + ", message " + messages;
      byte[] fresh = codec.toBytes(cast(value));
      exact.update(out -> codec.write(cast(value), out));
      assertThat(text(exact.toByteArray())).as(at).isEqualTo(text(fresh));
      assertThat(exact.update(out -> codec.write(cast(value), out)).match())
          .as(at)
          .isEqualTo(Match.CONTENT);
      assertThat(text(exact.toByteArray())).as(at).isEqualTo(text(fresh));
      stuffed.update(out -> codec.write(cast(value), out));
      assertThat(readAndWritten(stuffed.toByteArray())).as(at).isEqualTo(readAndWritten(fresh));
      checkReading(fresh, at);
      checkReading(stuffed.toByteArray(), at);
      checkReading(Variants.write(fresh, Variants.choose(random), random), at);
    }

    /** Reads a message twice by difference: the second time it is the one that is remembered. */
    private void checkReading(byte[] message, String at) {
      T plain = codec.fromBytes(message);
      T first = readByDifference(message);
      T second = readByDifference(message);
      for (T value : List.of(first, second)) {
        assertThat(DeepComparison.difference(plain, value)).as(at).isNull();
      }
      assertThat(Graphs.shared(first, second)).as(at + ": what both hold and may change").isNull();
    }

    private T readByDifference(byte[] message) {
      reader.reset(message, 0, message.length);
      reader.nextChild(null);
      boolean done = false;
      read.begin(reader);
      try {
        T value = codec.read(reader);
        done = true;
        return value;
      } finally {
        read.end(reader, done);
      }
    }

    /**
     * Of what stuffing adds, nothing is left. A random element of a wildcard may have the name of a
     * property whose schema type is another: it is read as the property, which is not written then.
     */
    private String readAndWritten(byte[] message) {
      T read = codec.fromBytes(message);
      try {
        return text(codec.toBytes(read));
      } catch (BindingException e) {
        return "not written: " + e.getMessage();
      }
    }

    @SuppressWarnings("unchecked") // Values are made for the type that the codec is made for.
    private T cast(Object value) {
      return (T) value;
    }

    private static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
