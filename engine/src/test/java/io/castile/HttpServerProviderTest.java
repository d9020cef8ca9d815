package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpHandler;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.HttpServerProvider;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the HTTP server of {@code Castile.server()} comes from, and what is said without one. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HttpServerProviderTest {
  private static final int MOST_COLLECTIONS = 40;

  /** Cannot serve. */
  public static final class FailingProvider implements HttpServerProvider {
    @Override
    public HttpServer start(HttpServerOptions options, HttpHandler handler) {
      throw new IllegalStateException("no server today");
    }
  }

  @TempDir Path folder;

  private final ExecutorService worker = Executors.newSingleThreadExecutor();

  /** The library, with all that it needs but the artifact castile-jetty and Jetty. */
  private URLClassLoader withoutJetty;

  @BeforeEach
  void leaveOutJetty() throws Exception {
    withoutJetty = loader(entry -> !entry.contains("jetty"), ClassLoader.getPlatformClassLoader());
  }

  @AfterEach
  void close() throws Exception {
    worker.shutdownNow();
    withoutJetty.close();
  }

  private static URLClassLoader loader(Predicate<String> entries, ClassLoader parent)
      throws MalformedURLException {
    List<String> kept =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entries)
            .toList();
    URL[] urls = new URL[kept.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = new File(kept.get(i)).toURI().toURL();
    }
    return new URLClassLoader(urls, parent);
  }

  /** Runs {@link ServedForOnce} with the library of one loader, on a thread with another one. */
  private String run(ClassLoader library, ClassLoader context) throws Exception {
    try {
      return worker
          .submit(
              () -> {
                Thread thread = Thread.currentThread();
                ClassLoader own = thread.getContextClassLoader();
                thread.setContextClassLoader(context);
                try {
                  Class<?> application = library.loadClass(ServedForOnce.class.getName());
                  return (String) application.getMethod("run").invoke(null);
                } finally {
                  thread.setContextClassLoader(own);
                }
              })
          .get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  @Test
  void withoutProviderStartSaysWhatToAdd() throws Exception {
    assertThat(run(withoutJetty, withoutJetty))
        .isEqualTo(
            "Cannot start an HTTP server, because none is on the class path. Add the artifact"
                + " io.castile:castile-jetty, or serve in a servlet container by"
                + " io.castile:castile-servlet. []");
  }

  @Test
  void theProviderMayComeFromTheLibrarysLoader() throws Exception {
    ClassLoader all = HttpServerProviderTest.class.getClassLoader();

    assertThat(run(all, ClassLoader.getPlatformClassLoader())).isEqualTo("called");
  }

  @Test
  void theProviderMayComeFromTheContextAndIsForgotten() throws Exception {
    WeakReference<ClassLoader> left = runWithJettyInTheContext();

    for (int i = 0; i < MOST_COLLECTIONS && !left.refersTo(null); i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50); // threads of the server end behind its back
    }
    assertThat(left.refersTo(null)).isTrue();
    assertThat(run(withoutJetty, withoutJetty)).contains("because none is on the class path");
  }

  private WeakReference<ClassLoader> runWithJettyInTheContext() throws Exception {
    try (URLClassLoader context = loader(entry -> entry.contains("jetty"), withoutJetty)) {
      assertThat(run(withoutJetty, context)).isEqualTo("called");
      return new WeakReference<>(context);
    }
  }

  @Test
  void aProviderOfAnotherCopyOfTheLibraryIsNamedAndNotTaken() throws Exception {
    assertThat(run(withoutJetty, HttpServerProviderTest.class.getClassLoader()))
        .startsWith("Cannot start an HTTP server, because the one on the class path fails: ")
        .contains("io.castile.jetty.JettyServerProvider not a subtype")
        .contains("Add the artifact io.castile:castile-jetty");
  }

  @Test
  void anotherProviderMayServe() throws Exception {
    try (URLClassLoader context =
        loaderOf("no.such.Provider\n" + FailingProvider.class.getName())) {
      assertThat(run(withoutJetty, context)).isEqualTo("no server today [begins, ends]");
    }
  }

  @Test
  void aProviderThatIsNotThereIsNamed() throws Exception {
    try (URLClassLoader context = loaderOf("no.such.Provider")) {
      assertThat(run(withoutJetty, context)).contains("Provider no.such.Provider not found");
    }
  }

  @Test
  void aListOfProvidersThatCannotBeReadIsNamed() throws Exception {
    try (URLClassLoader context = loaderOf("no provider")) {
      assertThat(run(withoutJetty, context)).contains("Illegal");
    }
  }

  /** A loader whose list of providers has these lines. */
  private URLClassLoader loaderOf(String lines) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(HttpServerProvider.class.getName()), lines);
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, withoutJetty);
  }
}
