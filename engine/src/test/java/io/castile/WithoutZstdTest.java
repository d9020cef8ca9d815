package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.castile.delta.DifferentialOptions;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends of the link with zstd-jni and without, in all pairs; the oracle is a plain call. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WithoutZstdTest {
  private static final String ZSTD = "com.github.luben.";
  private static final int CALLS = 6;

  /** Of a long text two places change: a frame tells them in few bytes, a column does not. */
  private static final int TEXT = 3000;

  private final List<AutoCloseable> open = new ArrayList<>();

  /** Has Castile's classes itself, and hides zstd-jni from them. */
  private static final class Hiding extends URLClassLoader {
    Hiding() {
      super(classPath(), WithoutZstdTest.class.getClassLoader());
    }

    private static URL[] classPath() {
      String path = System.getProperty("java.class.path");
      List<URL> urls = new ArrayList<>();
      for (String entry : path.split(Pattern.quote(File.pathSeparator), -1)) {
        try {
          urls.add(Path.of(entry).toUri().toURL());
        } catch (MalformedURLException e) {
          throw new AssertionError("files have URLs", e);
        }
      }
      return urls.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(ZSTD)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.castile.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : findClass(name);
      }
    }
  }

  @SuppressWarnings("unchecked") // LinkEnd is one, whatever loader has it
  private Function<String, String> end(boolean hasZstd, boolean inSoapHeader) throws Exception {
    ClassLoader loader = hasZstd ? getClass().getClassLoader() : new Hiding();
    if (loader instanceof Hiding hiding) {
      open.add(hiding);
    }
    Object end =
        loader
            .loadClass(LinkEnd.class.getName())
            .getConstructor(boolean.class)
            .newInstance(inSoapHeader);
    open.add((AutoCloseable) end);
    return (Function<String, String>) end;
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private static void callAgainAndAgain(Function<String, String> client) {
    Random random = new Random(1);
    char[] text = new char[TEXT];
    for (int i = 0; i < text.length; i++) {
      text[i] = (char) ('a' + random.nextInt(26));
    }
    for (int call = 0; call < CALLS; call++) {
      text[100] = (char) ('a' + call);
      text[TEXT - 100] = (char) ('n' + call);
      assertThat(client.apply("call " + new String(text))).isEmpty();
    }
  }

  private static long count(Function<String, String> end, String what) {
    return Long.parseLong(end.apply("count " + what));
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "true, true, false",
    "true, false, false",
    "false, true, false",
    "false, false, false",
    "true, true, true",
    "true, false, true",
    "false, true, true",
    "false, false, true"
  })
  void allPairsAnswerAsAPlainCallDoes(boolean atServer, boolean atClient, boolean inSoapHeader)
      throws Exception {
    Function<String, String> server = end(atServer, false);
    Function<String, String> client = end(atClient, inSoapHeader);
    assertThat(client.apply("connect " + server.apply("serve now"))).isEmpty();

    callAgainAndAgain(client);

    assertThat(count(client, "deltas")).isEqualTo(CALLS - 1);
    assertThat(count(client, "requestDeltas")).isEqualTo(CALLS - 1);
    for (String failure : List.of("mismatches", "fetched", "unknownRequestBases")) {
      assertThat(count(client, failure)).as(failure).isZero();
      assertThat(count(server, failure)).as(failure).isZero();
    }
    boolean hasFrames = atServer && atClient;
    long told = count(client, "bytes");
    long saved = count(client, "requestBytesSaved");
    if (hasFrames) {
      assertThat(told).isLessThan(2 * TEXT);
      assertThat(saved).isGreaterThan((CALLS - 2) * TEXT);
    } else {
      assertThat(told).isGreaterThan((CALLS - 1) * (TEXT - 300));
      assertThat(saved).isLessThan((CALLS - 1) * 600);
    }
  }

  /** Each end says for what it sends. */
  @ParameterizedTest
  @CsvSource({"true, false, true", "false, true, true", "true, false, false", "false, true, false"})
  void anEndThatDoesNotCompressReadsFramesAllTheSame(
      boolean atServer, boolean atClient, boolean typed) {
    DifferentialOptions options = DifferentialOptions.builder().typed(typed).build();
    LinkEnd server = new LinkEnd(options.toBuilder().compressed(atServer).build());
    open.add(server);
    LinkEnd client = new LinkEnd(options.toBuilder().compressed(atClient).build());
    open.add(client);
    assertThat(client.apply("connect " + server.apply("serve now"))).isEmpty();

    callAgainAndAgain(client);

    assertThat(count(client, "deltas")).isEqualTo(CALLS - 1);
    assertThat(count(client, "requestDeltas")).isEqualTo(CALLS - 1);
    long told = count(client, "bytes");
    long saved = count(client, "requestBytesSaved");
    if (atServer) {
      assertThat(told).isLessThan(2 * TEXT);
    } else {
      assertThat(told).isGreaterThan((CALLS - 1) * (TEXT - 300));
    }
    if (atClient) {
      assertThat(saved).isGreaterThan((CALLS - 2) * TEXT);
    } else {
      assertThat(saved).isLessThan((CALLS - 1) * 600);
    }
  }

  /** As with an end that knows nothing of ends without the library. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFrameThatComesAllTheSameCostsAWholeMessage(boolean atServer) throws Exception {
    Function<String, String> server = end(atServer, false);
    Function<String, String> client = end(!atServer, false);
    assertThat(client.apply("connectSilently " + server.apply("serve now"))).isEmpty();

    callAgainAndAgain(client);

    String failure = atServer ? "fetched" : "unknownRequestBases";
    // Values are asked for twice: as values, which may have a frame again, and then as XML.
    assertThat(count(client, failure)).isBetween(CALLS - 1L, 2L * CALLS);
  }

  @Test
  void aServerAnswersWithTheCodingsThatItHas() throws Exception {
    int port = URI.create(end(false, false).apply("serve now")).getPort();
    byte[] message = TickerEnds.itemsRequest("").getBytes(StandardCharsets.UTF_8);

    RawHttp.Answer refused =
        RawHttp.post(port, "text/xml", Zstd.compress(message), "Content-Encoding: zstd\r\n");
    RawHttp.Answer coded =
        RawHttp.post(port, "text/xml", message, "Accept-Encoding: zstd, dcz, gzip\r\n");

    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.head()).contains("\r\nAccept-Encoding: gzip, deflate\r\n");
    assertThat(refused.body()).startsWith("expected content codings of gzip, deflate, at most 4");
    assertThat(coded.status()).isEqualTo(200);
    assertThat(coded.head()).contains("Content-Encoding: gzip").doesNotContain("Use-As-Dictionary");
  }

  @Test
  void aClientAcceptsTheCodingsThatItHas() throws Exception {
    Function<String, String> server = end(true, false);
    Function<String, String> client = end(false, false);
    assertThat(client.apply("connect " + server.apply("serve now"))).isEmpty();

    assertThat(client.apply("call m")).isEmpty();

    assertThat(client.apply("accepted ")).isEqualTo("gzip");
    assertThat(client.apply("compress gzip")).isEqualTo("compression");
    assertThatThrownBy(() -> client.apply("compress zstd"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("com.github.luben:zstd-jni");
  }
}
