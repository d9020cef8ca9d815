package io.castile.codec.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.IsolatedLoader;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeLoaderTest {
  private static final String PACKAGE = "io.castile.codec.loading";
  private static final String PARCEL = PACKAGE + ".Parcel";

  private static Class<?> parcel() throws ClassNotFoundException {
    return Class.forName(PARCEL);
  }

  /** A unit beside Parcel whose one method has the given body, with {@code in} as parameter. */
  private static String unit(String body) {
    return """
        package io.castile.codec.loading;

        import java.lang.invoke.MethodHandles;
        import java.util.function.UnaryOperator;

        final class Generated implements UnaryOperator {
          private static final String DATA;

          static {
            try {
              DATA = (String) MethodHandles.classData(MethodHandles.lookup(), "_", String.class);
            } catch (IllegalAccessException e) {
              throw new ExceptionInInitializerError(e);
            }
          }

          Generated() {}

          public Object apply(Object in) {
            %s
          }
        }
        """
        .formatted(body);
  }

  @SuppressWarnings("unchecked")
  private static UnaryOperator<Object> run(Class<?> bean, String body) throws Exception {
    Class<?> generated = CodeLoader.load(bean, "X", unit(body), "data").lookupClass();
    var constructor = generated.getDeclaredConstructor();
    constructor.setAccessible(true);
    return (UnaryOperator<Object>) constructor.newInstance();
  }

  @Test
  void readsAndWritesPrivateFields() throws Exception {
    var code =
        run(
            parcel(),
            """
            Parcel parcel = new Parcel();
            parcel.weight = 3;
            parcel.label = (String) in;
            return parcel.label + parcel.weight;
            """);

    assertThat(code.apply("kg")).isEqualTo("kg3");
  }

  @Test
  void callsPrivateMethodsAndStaticMethods() throws Exception {
    var code =
        run(
            parcel(),
            """
            Parcel parcel = Parcel.of(40);
            parcel.label = "box " + parcel.weight;
            return parcel.sealed((String) in);
            """);

    assertThat(code.apply("wax")).isEqualTo("box 40 sealed by wax");
  }

  @Test
  void reachesPrivateNestedClasses() throws Exception {
    var code =
        run(
            parcel(),
            """
            Parcel.Address address = new Parcel.Address();
            address.street = (String) in;
            Parcel.Crate crate = new Parcel.Crate();
            crate.sizes[1] += 0.5;
            crate.inner = new Parcel();
            crate.inner.address.street = address.street;
            return crate.inner.address.street + crate.sizes[1];
            """);

    assertThat(code.apply("Main St ")).isEqualTo("Main St 2.5");
  }

  @Test
  void codeBesideANestedClassIsItsNestmateToo() throws Exception {
    var code =
        run(
            Class.forName(PARCEL + "$Crate"),
            "return Double.valueOf(new Parcel.Crate().sizes[0]);");

    assertThat(code.apply(null)).isEqualTo(1.0);
  }

  @Test
  void reachesPackagePrivateMembersOfOtherClasses() throws Exception {
    assertThat(run(parcel(), "return \"\" + new OtherParcel().visible;").apply(null))
        .isEqualTo("7");
  }

  @Test
  void classDataReachesStaticFinalFields() throws Exception {
    assertThat(run(parcel(), "return DATA;").apply(null)).isEqualTo("data");
  }

  @Test
  void controlFlowVerifies() throws Exception {
    var code =
        run(
            parcel(),
            """
            long sum = 0;
            double d = 1;
            java.util.List list = (java.util.List) in;
            for (int i = 0, n = list.size(); i < n; i++) {
              Object item = list.get(i);
              if (item == null) {
                continue;
              }
              if (item instanceof Integer) {
                int v = ((Integer) item).intValue();
                switch (v) {
                  case 1:
                    sum += 10;
                    break;
                  case 2: {
                    String s = v > 5 ? "a" : DATA;
                    sum += s.length();
                    break;
                  }
                  default:
                    sum++;
                }
              } else {
                Parcel p = null;
                while (p == null) {
                  p = Parcel.of(5);
                }
                sum += p.weight;
                d = d > 3 ? d : sum;
              }
            }
            return sum + " " + d;
            """);
    List<Object> items = new ArrayList<>(List.of(1, 2, 3, "x"));
    items.add(null);

    assertThat(code.apply(items)).isEqualTo("20 20.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return \"\" + new OtherParcel().hidden;",
        "return new NoSuchParcel();",
        "return in.noSuchMethod();",
        "return new String().coder();",
        "return ",
        "int x = \"\"; return in;",
      })
  void whatTheJvmWouldRefuseDoesNotCompile(String body) throws Exception {
    Class<?> parcel = parcel();

    assertThatThrownBy(() -> CodeLoader.load(parcel, "X", unit(body), "data"))
        .isInstanceOf(UncompilableException.class)
        .hasMessageStartingWith("generated source does not compile: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void methodThatTheJitWouldSkipIsRefused() throws Exception {
    Class<?> parcel = parcel();
    String body = "int x = in.hashCode();\n" + "x = x * 31 + in.hashCode();\n".repeat(900);

    assertThat(CodeLoader.compile(parcel, unit(body + "return in;")).codeLengths())
        .containsKey("apply(Ljava/lang/Object;)Ljava/lang/Object;");
    assertThatThrownBy(() -> CodeLoader.load(parcel, "X", unit(body + "return in;"), "data"))
        .isInstanceOf(UncompilableException.class)
        .hasMessageContaining("apply(Ljava/lang/Object;)")
        .hasMessageContaining("no method of more than 8000");
  }

  @Test
  void methodBeyondTheClassFileLimitIsRefused() throws Exception {
    Class<?> parcel = parcel();
    String body = "int x = in.hashCode();\n" + "x = x * 31 + in.hashCode();\n".repeat(9000);

    assertThatThrownBy(() -> CodeLoader.load(parcel, "X", unit(body + "return in;"), "data"))
        .isInstanceOf(UncompilableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {String.class, java.sql.Date.class, int[].class, int.class, Runnable.class})
  void classesThatCannotBeHostsAreRefused(Class<?> host) {
    assertThatThrownBy(() -> CodeLoader.load(host, "X", "class X {}", "data"))
        .isInstanceOf(UncompilableException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  void localClassIsRefused() {
    final class Local {}

    assertThatThrownBy(() -> CodeLoader.load(Local.class, "X", "class X {}", "data"))
        .isInstanceOf(UncompilableException.class)
        .hasMessage("a local or anonymous class has no name in source");
  }

  @Test
  void loaderThatDoesNotSeeTheCodecIsRefused() throws Exception {
    Class<?> blind =
        new IsolatedLoader(parcel(), ClassLoader.getPlatformClassLoader()).loadClass(PARCEL);

    assertThatThrownBy(() -> CodeLoader.load(blind, "X", unit("return in;"), "data"))
        .isInstanceOf(UncompilableException.class)
        .hasMessage("the class loader of the class does not see io.castile.codec");
  }

  @Test
  void codeBelongsToTheLoaderOfItsBean() throws Exception {
    Class<?> one = parcel();
    Class<?> other = new IsolatedLoader(one, getClass().getClassLoader()).loadClass(PARCEL);
    String body = "return new Parcel();";

    assertThat(other).isNotSameAs(one);
    assertThat(run(one, body).apply(null)).isInstanceOf(one);
    assertThat(run(other, body).apply(null)).isInstanceOf(other);
  }

  @Test
  void beanOfANamedModuleNeedsAnOpenPackage() throws Exception {
    Class<?> opened = inModule(ModuleDescriptor.newModule("parcels").opens(PACKAGE));
    Class<?> closed = inModule(ModuleDescriptor.newModule("parcels").packages(Set.of(PACKAGE)));
    String body = "return new Parcel();";

    assertThat(opened.getModule().getName()).isEqualTo("parcels");
    assertThat(run(opened, body).apply(null)).isInstanceOf(opened);
    assertThatThrownBy(() -> CodeLoader.load(closed, "X", unit(body), "data"))
        .isInstanceOf(UncompilableException.class)
        .hasMessageStartingWith("module parcels does not open package " + PACKAGE + " to ");
  }

  /** Parcel in a named module that reads nothing but java.base. */
  private static Class<?> inModule(ModuleDescriptor.Builder module) throws Exception {
    ModuleDescriptor descriptor = module.build();
    ModuleReference reference =
        new ModuleReference(descriptor, null) {
          @Override
          public ModuleReader open() {
            throw new AssertionError("the class loader finds the classes");
          }
        };
    ModuleFinder finder =
        new ModuleFinder() {
          @Override
          public Optional<ModuleReference> find(String name) {
            return findAll().stream().filter(r -> r.descriptor().name().equals(name)).findAny();
          }

          @Override
          public Set<ModuleReference> findAll() {
            return Set.of(reference);
          }
        };
    ModuleLayer boot = ModuleLayer.boot();
    ClassLoader loader = new IsolatedLoader(parcel(), CodeLoaderTest.class.getClassLoader());
    var configuration =
        boot.configuration().resolve(finder, ModuleFinder.of(), Set.of(descriptor.name()));
    boot.defineModules(configuration, name -> loader);
    return loader.loadClass(PARCEL);
  }

  @Test
  void beanAndItsLoaderAreCollectedAfterUse() throws Exception {
    WeakReference<ClassLoader> loader = useAndForget();

    for (int i = 0; i < 50 && loader.get() != null; i++) {
      System.gc();
    }

    assertThat(loader.get()).isNull();
  }

  private WeakReference<ClassLoader> useAndForget() throws Exception {
    ClassLoader loader = new IsolatedLoader(parcel(), getClass().getClassLoader());
    assertThat(run(loader.loadClass(PARCEL), "return new Parcel();").apply(null)).isNotNull();
    return new WeakReference<>(loader);
  }

  @Test
  void codeIsCollectedBeforeItsBean() throws Exception {
    WeakReference<Class<?>> code =
        new WeakReference<>(
            CodeLoader.load(parcel(), "X", unit("return in;"), "data").lookupClass());

    for (int i = 0; i < 50 && code.get() != null; i++) {
      System.gc();
    }

    assertThat(code.get()).isNull();
  }

  @Test
  void sameSourceGivesSameBytes() throws Exception {
    String source = unit("Parcel p = Parcel.of(1); p.label = (String) in; return p.sealed(DATA);");
    Class<?> other = new IsolatedLoader(parcel(), getClass().getClassLoader()).loadClass(PARCEL);

    byte[] bytes = CodeLoader.compile(parcel(), source).classFile();

    assertThat(CodeLoader.compile(parcel(), source).classFile()).isEqualTo(bytes);
    assertThat(CodeLoader.compile(other, source).classFile()).isEqualTo(bytes);
  }

  @Test
  void threadsLoadSideBySide() throws Exception {
    Class<?> parcel = parcel();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Object>> results = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        int number = i;
        results.add(
            threads.submit(
                () ->
                    run(parcel, "return in + DATA + Parcel.of(" + number + ").weight;").apply("")));
      }

      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get()).isEqualTo("data" + i);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void loadingDoesNotInitializeTheBean() throws Exception {
    Class<?> parcel =
        Class.forName("io.castile.codec.loading.Tripwire", false, getClass().getClassLoader());

    CodeLoader.load(
        parcel, "X", unit("return io.castile.codec.loading.Tripwire.LIMIT + \"\";"), "data");

    assertThat(System.getProperty("castile.test.tripwire")).isNull();
  }
}
