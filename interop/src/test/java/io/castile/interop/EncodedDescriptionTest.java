package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.generate.Generator;
import io.castile.interop.OwnGenerator.Made;
import io.castile.interop.peers.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is generated of a real description of an rpc/encoded service is called by a client in
 * another language, which has the description of its author.
 */
@Tag("long")
final class EncodedDescriptionTest {
  @TempDir Path folder;

  @Test
  void zeepSearches() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "zeep is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    Corpus.Service google = google();
    try (Search search = new Search(google, Generator.create())) {
      assertThat(searched(python, google, search.server().url("/search")).lines())
          .containsExactly(
              "page b'http://example.org/'",
              "spelling a < b",
              "found 2 True 0.25",
              "elements q latin1",
              "category Top/q");
    }
  }

  @Test
  void theProgramOfAProjectCalls() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (Search search =
        new Search(google(), Generator.create().withMain("doSpellingSuggestion"))) {
      System.setProperty("endpoint", search.server().url("/search"));
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      search
          .loader()
          .loadClass("googlesearch.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {"key", "britny"});
    } finally {
      System.setOut(before);
      System.clearProperty("endpoint");
    }

    assertThat(printed.toString(StandardCharsets.UTF_8).strip()).isEqualTo("britny");
  }

  private static Corpus.Service google() {
    assumeTrue(Corpus.find().isPresent(), "no ../shared/corpus beside the repository");
    return Corpus.find().orElseThrow().services().stream()
        .filter(each -> each.name().equals("google-search"))
        .findFirst()
        .orElseThrow();
  }

  /** Google's service, as it is generated. */
  private final class Search implements AutoCloseable {
    private final URLClassLoader loader;
    private final SoapServer server;

    Search(Corpus.Service google, Generator generator) throws Exception {
      Made made = OwnGenerator.make(google, generator, folder);
      loader = made.service().newLoader();
      Class<?> sei = loader.loadClass("googlesearch.GoogleSearchPort");
      Object service =
          Proxy.newProxyInstance(
              loader,
              new Class<?>[] {sei},
              (proxy, method, arguments) -> answer(method, arguments));
      server = Castile.server().host("localhost").publish("/search", service).start();
    }

    URLClassLoader loader() {
      return loader;
    }

    SoapServer server() {
      return server;
    }

    @Override
    public void close() throws IOException {
      server.close();
      loader.close();
    }
  }

  private static String searched(Path python, Corpus.Service google, String url) throws Exception {
    Path script = Programs.module().resolve("src/test/python/google.py");
    Path encoding =
        Programs.module()
            .resolve("../wsdl/src/main/resources/io/castile/wsdl/catalog/soap-encoding-1.1.xsd");
    return Programs.run(
        script.getParent(),
        python.toString(),
        script.toString(),
        url,
        google.wsdl().toString(),
        encoding.toString());
  }

  private Object answer(Method method, Object[] arguments) throws Exception {
    return switch (method.getName()) {
      case "doGetCachedPage" -> ((String) arguments[1]).getBytes(StandardCharsets.UTF_8);
      case "doSpellingSuggestion" -> arguments[1];
      case "doGoogleSearch" -> found(method.getReturnType(), arguments);
      default -> method.invoke(this, arguments);
    };
  }

  private static Object found(Class<?> type, Object[] arguments) throws Exception {
    Object found = type.getConstructor().newInstance();
    set(found, "EstimatedTotalResultsCount", int.class, 2);
    set(found, "EstimateIsExact", boolean.class, true);
    set(found, "SearchTime", double.class, 0.25);
    Class<?> elements = type.getMethod("getResultElements").getReturnType();
    Object array = Array.newInstance(elements.getComponentType(), 2);
    Array.set(array, 0, element(elements.getComponentType(), arguments[1]));
    Array.set(array, 1, element(elements.getComponentType(), arguments[8]));
    set(found, "ResultElements", elements, array);
    return found;
  }

  private static Object element(Class<?> type, Object title) throws Exception {
    Object element = type.getConstructor().newInstance();
    set(element, "Title", String.class, title);
    Class<?> category = type.getMethod("getDirectoryCategory").getReturnType();
    Object top = category.getConstructor().newInstance();
    set(top, "FullViewableName", String.class, "Top/" + title);
    set(element, "DirectoryCategory", category, top);
    return element;
  }

  private static void set(Object bean, String name, Class<?> type, Object value) throws Exception {
    bean.getClass().getMethod("set" + name, type).invoke(bean, value);
  }
}
