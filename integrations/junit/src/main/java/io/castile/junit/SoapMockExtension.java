package io.castile.junit;

import io.castile.bridge.mock.MockDocuments;
import io.castile.bridge.mock.MockPairs;
import io.castile.bridge.mock.MockService;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Starts the mocks of {@link SoapMock}, each kept in the store of the context whose tests have it,
 * which stops it. Without state; thread-safe.
 */
final class SoapMockExtension
    implements BeforeAllCallback,
        TestInstancePostProcessor,
        BeforeEachCallback,
        AfterEachCallback,
        ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SoapMockExtension.class);

  /** A scheme, which the letter of a drive is not. */
  private static final Pattern ADDRESS =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

  /**
   * A mock that runs, in a store.
   *
   * @param settings with which it was started
   */
  @SuppressWarnings("deprecation") // stores of JUnit before 5.13 close these only
  private record Running(SoapMock settings, MockListener listener)
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    MockedService service() {
      return listener.service();
    }

    @Override
    public void close() {
      listener.close();
    }
  }

  /**
   * A description that has been read, for all mocks of it.
   *
   * @param service without pairs
   */
  private record Described(MockService service, MockDocuments documents) {}

  /** The mocks of one context; the stores of contexts inside of it have it, too. */
  private static final class RunningMocks {
    private final CopyOnWriteArrayList<Running> all = new CopyOnWriteArrayList<>();

    static RunningMocks of(ExtensionContext context) {
      return Objects.requireNonNull(
          context
              .getStore(NAMESPACE)
              .getOrComputeIfAbsent(
                  "mocks of " + context.getUniqueId(),
                  key -> new RunningMocks(),
                  RunningMocks.class));
    }
  }

  // ---- the way of a test ----

  @Override
  public void beforeAll(ExtensionContext context) {
    mockOfClass(context);
    Class<?> type = context.getRequiredTestClass();
    for (Field each : fields(type)) {
      if (Modifier.isStatic(each.getModifiers())) {
        fill(each, null, context);
      }
    }
  }

  @Override
  public void postProcessTestInstance(Object instance, ExtensionContext context) {
    if (isShared(context)) {
      fillInstance(instance, context);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    forEachShared(context, each -> each.service().reset());
    mockOfMethod(context);
    for (Object each : context.getRequiredTestInstances().getAllInstances()) {
      ExtensionContext shared = contextOf(each.getClass(), context);
      fillInstance(each, shared != null && isShared(shared) ? shared : context);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Consumer<Running> verifying =
        each -> {
          if (each.settings().verify()) {
            each.service().verify();
          }
        };
    RunningMocks.of(context).all.forEach(verifying);
    forEachShared(context, verifying);
  }

  /** Visits the mocks that a test shares with others, but not with such as run beside it. */
  private static void forEachShared(ExtensionContext test, Consumer<Running> visitor) {
    ExtensionContext inner = test;
    while (inner.getExecutionMode() != ExecutionMode.CONCURRENT && inner.getParent().isPresent()) {
      ExtensionContext outer = inner.getParent().get();
      RunningMocks.of(outer).all.forEach(visitor);
      inner = outer;
    }
  }

  private static boolean isShared(ExtensionContext context) {
    return context.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_CLASS));
  }

  /** Returns the context of a test class around a test; null where there is none. */
  private static @Nullable ExtensionContext contextOf(Class<?> type, ExtensionContext test) {
    Optional<ExtensionContext> each = Optional.of(test);
    while (each.isPresent()) {
      ExtensionContext context = each.get();
      if (isClass(context) && context.getRequiredTestClass() == type) {
        return context;
      }
      each = context.getParent();
    }
    return null;
  }

  private static boolean isClass(ExtensionContext context) {
    return context.getTestMethod().isEmpty() && context.getTestClass().isPresent();
  }

  // ---- fields ----

  private static List<Field> fields(Class<?> type) {
    return AnnotationSupport.findAnnotatedFields(type, SoapMock.class);
  }

  private static void fillInstance(Object instance, ExtensionContext context) {
    for (Field each : fields(instance.getClass())) {
      if (!Modifier.isStatic(each.getModifiers())) {
        fill(each, instance, context);
      }
    }
  }

  /**
   * @param instance null for a static field
   */
  private static void fill(Field field, @Nullable Object instance, ExtensionContext context) {
    boolean isFinal = Modifier.isFinal(field.getModifiers());
    if (field.getType() != MockedService.class || isFinal) {
      throw new ExtensionConfigurationException(
          "Cannot put a mock into field "
              + field.getDeclaringClass().getSimpleName()
              + "."
              + field.getName()
              + ", because it is "
              + (isFinal ? "final" : "of type " + field.getType().getSimpleName())
              + ". "
              + (isFinal ? "Remove final." : "Declare it as MockedService."));
    }
    SoapMock settings =
        AnnotationSupport.findAnnotation(field, SoapMock.class)
            .orElseThrow(); // by which it is here
    MockedService service = mock(context, field, settings);
    try {
      field.setAccessible(true);
      field.set(instance, service);
    } catch (IllegalAccessException e) {
      throw new ExtensionConfigurationException("Cannot put a mock into " + field, e);
    }
  }

  // ---- parameters ----

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MockedService.class
        || parameter.isAnnotated(SoapMock.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() != MockedService.class) {
      throw new ParameterResolutionException(
          "Cannot give a mock to parameter "
              + parameter.getParameter()
              + ", because it is none of type MockedService. Declare it as one.");
    }
    SoapMock own = parameter.findAnnotation(SoapMock.class).orElse(null);
    MockedService service =
        own == null ? mockOfMethod(context) : mock(context, parameter.getParameter(), own);
    if (service == null) {
      service = mockOfClass(context);
    }
    if (service == null) {
      throw new ParameterResolutionException(
          "Cannot give a mock to parameter "
              + parameter.getParameter()
              + ", because nothing names its WSDL. Add @SoapMock to it, to its method or to the"
              + " test class.");
    }
    return service;
  }

  // ---- mocks ----

  /** Returns the mock of a test method; null where the method has none. */
  private static @Nullable MockedService mockOfMethod(ExtensionContext context) {
    Method method = context.getTestMethod().orElse(null);
    SoapMock settings =
        method == null
            ? null
            : AnnotationSupport.findAnnotation(method, SoapMock.class).orElse(null);
    return method == null || settings == null ? null : mock(context, method, settings);
  }

  /** Returns the mock of the innermost class that has one; null where there is none. */
  private static @Nullable MockedService mockOfClass(ExtensionContext context) {
    Optional<ExtensionContext> each = Optional.of(context);
    while (each.isPresent()) {
      ExtensionContext found = each.get();
      if (isClass(found)) {
        Class<?> type = found.getRequiredTestClass();
        SoapMock settings = AnnotationSupport.findAnnotation(type, SoapMock.class).orElse(null);
        if (settings != null) {
          return mock(found, type, settings);
        }
      }
      each = found.getParent();
    }
    return null;
  }

  /**
   * Returns the mock of an annotation, which is started if it does not run.
   *
   * @param context that stops it
   * @param key the annotated element
   */
  private static MockedService mock(ExtensionContext context, Object key, SoapMock settings) {
    Running running =
        Objects.requireNonNull(
            context
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(key, added -> start(context, settings), Running.class));
    RunningMocks.of(context).all.addIfAbsent(running);
    return running.service();
  }

  private static Running start(ExtensionContext context, SoapMock settings) {
    Class<?> test = context.getRequiredTestClass();
    URI wsdl = located(settings.value(), test, settings);
    Described described =
        Objects.requireNonNull(
            context
                .getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(wsdl, added -> described(wsdl, settings), Described.class));
    MockService service = described.service();
    try {
      if (!settings.pairs().isEmpty()) {
        Path folder = folder(located(settings.pairs(), test, settings), settings);
        service = service.withPairs(MockPairs.read(folder, service.names()), false);
      }
      return new Running(
          settings,
          new MockListener(service, described.documents(), settings.madeUp(), settings.port()));
    } catch (IOException | IllegalArgumentException e) {
      throw refused(settings, String.valueOf(e.getMessage()), e);
    }
  }

  private static Described described(URI wsdl, SoapMock settings) {
    try {
      Description description = WsdlReader.create().read(wsdl);
      MockService service = MockService.of(description);
      if (service.names().isEmpty()) {
        throw refused(settings, "expected operations of SOAP, found none at " + wsdl, null);
      }
      return new Described(service, MockDocuments.of(description));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw refused(settings, String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns where a resource or a file is, or the URL itself. */
  private static URI located(String name, Class<?> test, SoapMock settings) {
    try {
      if (ADDRESS.matcher(name).matches()) {
        return new URI(name);
      }
      URL resource = test.getResource(name);
      if (resource == null && !name.startsWith("/")) {
        resource = test.getResource("/" + name);
      }
      if (resource != null) {
        return resource.toURI();
      }
    } catch (URISyntaxException e) {
      throw refused(settings, "expected a URL, found " + name, e);
    }
    Path file = Path.of(name).toAbsolutePath();
    if (!Files.exists(file)) {
      throw refused(
          settings,
          "expected a resource beside "
              + test.getName()
              + " or at the root of the class path, or a file, found neither for "
              + name,
          null);
    }
    return file.toUri();
  }

  private static Path folder(URI location, SoapMock settings) {
    if ("file".equals(location.getScheme())) {
      Path folder = Path.of(location);
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    throw refused(settings, "expected a folder of pairs, found " + location, null);
  }

  private static ExtensionConfigurationException refused(
      SoapMock settings, String why, @Nullable Exception cause) {
    String text = "Cannot start the mock of " + settings.value() + ", because of this: " + why;
    return cause == null
        ? new ExtensionConfigurationException(text)
        : new ExtensionConfigurationException(text, cause);
  }
}
