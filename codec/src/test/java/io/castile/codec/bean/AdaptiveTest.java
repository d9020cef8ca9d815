package io.castile.codec.bean;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.IsolatedLoader;
import io.castile.codec.Shipment;
import io.castile.codec.loading.Letter;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that are interpreted at first and compiled while they are in use. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
public class AdaptiveTest {

  /** A value whose adapter may do something in the middle of a message. */
  static final class Word {
    final String text;

    Word(String text) {
      this.text = text;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Word word && word.text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  /** Does it when the n-th word comes by. */
  static final class Interlude extends XmlAdapter<String, Word> {
    private static int left;
    private static Runnable what = () -> {};

    static void after(int words, Runnable run) {
      left = words;
      what = run;
    }

    private static void pass() {
      if (--left == 0) {
        what.run();
      }
    }

    @Override
    public Word unmarshal(String text) {
      pass();
      return new Word(text);
    }

    @Override
    public String marshal(Word word) {
      pass();
      return word.text;
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Entry {
    @XmlAttribute int number;

    @XmlJavaTypeAdapter(Interlude.class)
    Word before;

    Entry below;

    @XmlJavaTypeAdapter(Interlude.class)
    Word after;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Special extends Entry {
    @XmlJavaTypeAdapter(Interlude.class)
    List<Word> words;
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlSeeAlso(Special.class)
  static class Book {
    @XmlJavaTypeAdapter(Interlude.class)
    Word title;

    List<Entry> entry = new ArrayList<>();

    @XmlJavaTypeAdapter(Interlude.class)
    Word end;
  }

  private static final int WORDS_OF_BOOK = 20;

  private static Book book(Random random) {
    Book book = new Book();
    book.title = word(random);
    for (int i = 0; i < 3; i++) {
      Entry entry = new Entry();
      Special special = new Special();
      fill(entry, random);
      fill(special, random);
      special.words = List.of(word(random), word(random));
      entry.below = random.nextBoolean() ? special : null;
      book.entry.add(random.nextBoolean() ? entry : special);
    }
    book.end = word(random);
    return book;
  }

  private static void fill(Entry entry, Random random) {
    entry.number = random.nextInt();
    entry.before = word(random);
    entry.after = word(random);
  }

  private static Word word(Random random) {
    return new Word("<" + random.nextInt(1000) + "&>");
  }

  private static BeanCodecs codecs(CodecMode mode, Class<?> type) {
    return BeanCodecs.builder().types(type).mode(mode).build();
  }

  /** Has a class compiled as soon as the thread comes to it. */
  private static void heat(BeanCodecs codecs, Class<?>... types) {
    for (Class<?> type : types) {
      for (int i = 0; i < Heat.SOME; i++) {
        codecs.holder(type).charge(Heat.NANOS_OF_SOME);
      }
    }
  }

  private static void heatAndWait(BeanCodecs codecs, Class<?>... types) {
    heat(codecs, types);
    finish();
  }

  private static void finish() {
    try {
      BackgroundCompiler.shared().finish();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isCompiled(BeanCodecs codecs, Class<?> type) {
    return codecs.holder(type).codecOrNull() instanceof TypeCodec codec
        && !(codec instanceof InterpretedCodec);
  }

  private static String text(byte[] xml) {
    return new String(xml, StandardCharsets.UTF_8);
  }

  @Test
  void aFewMessagesCompileNothingHoweverManyItemsTheyHave() {
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, Book.class);
    Codec<Book> codec = codecs.of(Book.class);
    Book book = book(new Random(1));
    for (int i = 0; i < 1000; i++) {
      book.entry.addAll(book(new Random(i)).entry);
    }

    for (int i = 0; i < Heat.SOME / 2 - 1; i++) {
      codec.fromBytes(codec.toBytes(book));
    }
    finish();

    assertThat(isCompiled(codecs, Book.class)).isFalse();
    assertThat(isCompiled(codecs, Entry.class)).isFalse();
  }

  /** As a client's are whose messages are found in a memory: each is recalled, then copied. */
  @Test
  @Tag("long")
  void manyCopiesAreCompiledBesideWhatInterpretsNothing() {
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, Book.class);
    Codec<Book> codec = codecs.of(Book.class);
    Book book = book(new Random(1));
    for (int i = 0; i < 20; i++) {
      book.entry.addAll(book(new Random(i)).entry);
    }

    for (int i = 0; i < Heat.MANY; i++) {
      codec.toBytes(null);
      codec.copy(book);
    }
    finish();

    assertThat(isCompiled(codecs, Book.class)).isTrue();
    assertThat(isCompiled(codecs, Entry.class)).isTrue();
  }

  @Test
  void manyMessagesAreCompiled() {
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, Book.class);
    Codec<Book> codec = codecs.of(Book.class);
    Book book = book(new Random(1));
    byte[] expected = codec.toBytes(book);

    while (!isCompiled(codecs, Book.class)
        || !isCompiled(codecs, Entry.class)
        || !isCompiled(codecs, Special.class)) {
      assertThat(codec.toBytes(book)).isEqualTo(expected);
    }

    assertThat(codec.toBytes(book)).isEqualTo(expected);
  }

  @Test
  void manyReadsAreCompiled() {
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, Book.class);
    Codec<Book> codec = codecs.of(Book.class);
    byte[] xml = codec.toBytes(book(new Random(1)));

    while (!isCompiled(codecs, Book.class)) {
      codec.fromBytes(xml);
    }

    assertThat(text(codec.toBytes(codec.fromBytes(xml)))).isEqualTo(text(xml));
  }

  @Test
  void manyWrappersAreCompiled() {
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, Book.class);
    QName name = new QName("urn:w", "wrapper");
    Codec<Object[]> codec =
        codecs.wrapper(name, List.of(new WrapperPart(new QName("part"), int.class)));
    WrapperValue value = (WrapperValue) ((RootCodec<Object[]>) codec).value();
    byte[] expected = codec.toBytes(new Object[] {5});

    while (value.codec instanceof InterpretedCodec) {
      assertThat(codec.toBytes(new Object[] {5})).isEqualTo(expected);
    }

    assertThat(codec.toBytes(new Object[] {5})).isEqualTo(expected);
    assertThat(codec.fromBytes(expected)).containsExactly(5);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(classes = {Book.class, Entry.class, Special.class})
  void aMessageInWhoseMiddleItsCodecIsReplacedIsWhatItIsWithoutThat(Class<?> replaced) {
    Codec<Book> interpreted = codecs(CodecMode.INTERPRETED, Book.class).of(Book.class);
    for (int words = 1; words <= WORDS_OF_BOOK; words++) {
      Book book = book(new Random(words));
      Interlude.after(0, () -> {});
      String expected = text(interpreted.toBytes(book));

      BeanCodecs writing = codecs(CodecMode.ADAPTIVE, Book.class);
      Interlude.after(words, () -> heatAndWait(writing, replaced));
      String written = text(writing.of(Book.class).toBytes(book));
      assertThat(written).isEqualTo(expected);

      BeanCodecs reading = codecs(CodecMode.ADAPTIVE, Book.class);
      Interlude.after(words, () -> heatAndWait(reading, replaced));
      Book read = reading.of(Book.class).fromBytes(expected.getBytes(StandardCharsets.UTF_8));
      Interlude.after(0, () -> {});
      assertThat(text(interpreted.toBytes(read))).isEqualTo(expected);

      BeanCodecs copying = codecs(CodecMode.ADAPTIVE, Book.class);
      Codec<Book> copier = copying.of(Book.class);
      Interlude.after(words, () -> heatAndWait(copying, replaced));
      Book copy = copier.copy(book);
      assertThat(copier.equal(book, copy)).isTrue();
      assertThat(copier.hash(copy)).isEqualTo(interpreted.hash(book));
      Interlude.after(0, () -> {});
      assertThat(text(interpreted.toBytes(copy))).isEqualTo(expected);
    }
  }

  @Test
  @Tag("long")
  void threadsThatUseACodecWhileItIsReplacedAllWriteAndReadTheSame() throws Exception {
    Shipment shipment = Shipment.full();
    String expected =
        text(codecs(CodecMode.INTERPRETED, Shipment.class).of(Shipment.class).toBytes(shipment));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 2; round++) {
        BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, Shipment.class);
        Codec<Shipment> codec = codecs.of(Shipment.class);
        CountDownLatch begun = new CountDownLatch(4);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          all.add(pool.submit(() -> writeAndReadUntilCompiled(codecs, codec, expected, begun)));
        }
        begun.await();
        heat(codecs, Shipment.Amount.class, Shipment.class, Shipment.Item.class);
        for (Future<?> each : all) {
          each.get();
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static void writeAndReadUntilCompiled(
      BeanCodecs codecs, Codec<Shipment> codec, String expected, CountDownLatch begun) {
    Shipment last = codec.fromBytes(expected.getBytes(StandardCharsets.UTF_8));
    begun.countDown();
    int after = 10;
    while (after > 0) {
      assertThat(text(codec.toBytes(last))).isEqualTo(expected);
      last = codec.fromBytes(expected.getBytes(StandardCharsets.UTF_8));
      if (isCompiled(codecs, Shipment.class) && isCompiled(codecs, Shipment.Item.class)) {
        after--;
      }
    }
  }

  @Test
  void whatCannotBeCompiledStaysInterpreted() {
    Object bean = local();
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, bean.getClass());
    @SuppressWarnings("unchecked") // used with values of the class only
    Codec<Object> codec = (Codec<Object>) codecs.element(bean.getClass(), new QName("local"));
    byte[] expected = codec.toBytes(bean);

    heatAndWait(codecs, bean.getClass());

    assertThat(isCompiled(codecs, bean.getClass())).isFalse();
    assertThat(codec.toBytes(bean)).isEqualTo(expected);
  }

  /** A bean of a class that source cannot name. */
  private static Object local() {
    @XmlAccessorType(XmlAccessType.FIELD)
    class Local {
      @XmlAttribute final int number = 7;
    }
    return new Local();
  }

  @Test
  void theClassesOfAnApplicationThatHasEndedAreCollected() throws Exception {
    WeakReference<ClassLoader> loader = compileAndForget();

    for (int i = 0; i < 50 && loader.get() != null; i++) {
      System.gc();
    }

    assertThat(loader.get()).isNull();
  }

  private static WeakReference<ClassLoader> compileAndForget() throws Exception {
    ClassLoader loader = new IsolatedLoader(Letter.class, AdaptiveTest.class.getClassLoader());
    Class<?> type = loader.loadClass(Letter.class.getName());
    BeanCodecs codecs = codecs(CodecMode.ADAPTIVE, type);
    @SuppressWarnings("unchecked") // used with values of the class only
    Codec<Object> codec = (Codec<Object>) codecs.of(type);
    codec.toBytes(type.getMethod("answered").invoke(null));
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(loader);
    try {
      heatAndWait(codecs, type);
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
    }
    assertThat(isCompiled(codecs, type)).isTrue();
    return new WeakReference<>(loader);
  }
}
