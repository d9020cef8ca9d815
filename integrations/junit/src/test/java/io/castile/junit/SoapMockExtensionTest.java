package io.castile.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Classes with mocks, run by JUnit's own launcher. */
@ResourceLock("io.castile.junit.SoapMockExtensionTest")
final class SoapMockExtensionTest {
  /** The addresses of mocks that the classes below had, by the names of their tests. */
  private static final Map<String, String> ADDRESSES =
      Collections.synchronizedMap(new LinkedHashMap<>());

  /** The mocks themselves. */
  private static final List<MockedService> MOCKS = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void forget() {
    ADDRESSES.clear();
    MOCKS.clear();
  }

  private static void had(String test, MockedService mock) {
    ADDRESSES.put(test, mock.address());
    MOCKS.add(mock);
  }

  /** Runs a class; returns the failures of its containers and tests by their names. */
  private static Map<String, Throwable> failures(Class<?> type, String... settings) {
    Map<String, Throwable> failures = Collections.synchronizedMap(new TreeMap<>());
    Set<String> tests = Collections.synchronizedSet(new LinkedHashSet<>());
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(type))
            .filters(EngineFilter.includeEngines("junit-jupiter"));
    for (int i = 0; i < settings.length; i += 2) {
      request.configurationParameter(settings[i], settings[i + 1]);
    }
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            tests.add(test.getUniqueId());
            result.getThrowable().ifPresent(each -> failures.put(test.getDisplayName(), each));
          }
        };
    LauncherFactory.create().execute(request.build(), listener);
    assertThat(tests).hasSizeGreaterThan(1); // of the engine and the class
    return failures;
  }

  private static void isStopped(String address) {
    assertThatThrownBy(() -> Soap.get(address + "?wsdl")).isInstanceOf(ConnectException.class);
  }

  private static Set<String> addresses() {
    return new LinkedHashSet<>(ADDRESSES.values());
  }

  // ---- how long a mock lives ----

  @SoapMock("shop.wsdl")
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class OfClass {
    OfClass(MockedService shop) {
      had("constructor", shop);
    }

    @BeforeAll
    static void before(MockedService shop) {
      had("beforeAll", shop);
    }

    @AfterAll
    static void after(MockedService shop) {
      had("afterAll", shop);
    }

    @AfterEach
    void afterEach(MockedService shop) {
      had("afterEach", shop);
      assertThat(shop.count("order")).isEqualTo(1);
    }

    @Test
    @Order(1)
    void first(MockedService shop) throws Exception {
      had("first", shop);
      shop.on("order").fault("soldOut");
      assertThat(Soap.post(shop, Soap.ORDER).statusCode()).isEqualTo(500);
    }

    @Test
    @Order(2)
    void second(MockedService shop) throws Exception {
      had("second", shop);
      assertThat(shop.requests()).isEmpty();
      assertThat(Soap.post(shop, Soap.ORDER).statusCode()).isEqualTo(200);
    }

    @Nested
    class Inner {
      @Test
      void inner(MockedService shop) throws Exception {
        had("inner", shop);
        assertThat(Soap.post(shop, Soap.ORDER).statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void allTestsOfAClassShareItsMockWhichForgetsBeforeEach() {
    assertThat(failures(OfClass.class)).isEmpty();

    assertThat(ADDRESSES)
        .containsOnlyKeys(
            "beforeAll", "constructor", "first", "afterEach", "second", "inner", "afterAll");
    assertThat(addresses()).hasSize(1);
    addresses().forEach(SoapMockExtensionTest::isStopped);
  }

  static class OfSubclass extends OfClass {
    OfSubclass(MockedService shop) {
      super(shop);
    }
  }

  @Test
  void aSubclassHasAMockAsItsSuperclass() {
    assertThat(failures(OfSubclass.class)).isEmpty();

    assertThat(addresses()).hasSize(1);
  }

  static class OfStaticField {
    @SoapMock("shop.wsdl")
    static MockedService shop;

    @BeforeAll
    static void before() {
      had("beforeAll", shop);
    }

    @Test
    void first() throws Exception {
      had("first", shop);
      Soap.post(shop, Soap.ORDER);
      assertThat(shop.count("order")).isEqualTo(1);
    }

    @Test
    void second() throws Exception {
      had("second", shop);
      Soap.post(shop, Soap.ORDER);
      assertThat(shop.count("order")).isEqualTo(1);
    }
  }

  @Test
  void aStaticFieldHasOneMockForAllTests() {
    assertThat(failures(OfStaticField.class)).isEmpty();

    assertThat(ADDRESSES).containsOnlyKeys("beforeAll", "first", "second");
    assertThat(addresses()).hasSize(1);
    addresses().forEach(SoapMockExtensionTest::isStopped);
  }

  static class OfInstanceField {
    @SoapMock("shop.wsdl")
    private MockedService shop;

    @SoapMock("shop.wsdl")
    private MockedService other;

    @BeforeEach
    void before() {
      assertThat(shop).isNotNull();
    }

    @Test
    void first() throws Exception {
      had("first", shop);
      had("first other", other);
      Soap.post(shop, Soap.ORDER);
      assertThat(shop.count("order")).isEqualTo(1);
      assertThat(other.count("order")).isZero();
    }

    @Test
    void second() {
      had("second", shop);
      assertThat(shop.requests()).isEmpty();
    }

    @Nested
    class Inner {
      @Test
      void inner() {
        had("inner", shop);
      }
    }
  }

  @Test
  void anInstanceFieldHasAMockOfEachTest() {
    assertThat(failures(OfInstanceField.class)).isEmpty();

    assertThat(ADDRESSES).containsOnlyKeys("first", "first other", "second", "inner");
    assertThat(MOCKS).doesNotHaveDuplicates();
    addresses().forEach(SoapMockExtensionTest::isStopped);
  }

  @TestInstance(Lifecycle.PER_CLASS)
  static class OfSharedInstance {
    @SoapMock("shop.wsdl")
    private MockedService shop;

    @Test
    void first() throws Exception {
      had("first", shop);
      Soap.post(shop, Soap.ORDER);
      assertThat(shop.count("order")).isEqualTo(1);
    }

    @Test
    void second() throws Exception {
      had("second", shop);
      Soap.post(shop, Soap.ORDER);
      assertThat(shop.count("order")).isEqualTo(1);
    }

    @Nested
    class Inner {
      @Test
      void inner() {
        had("inner", shop);
        assertThat(shop.requests()).isEmpty();
      }
    }
  }

  @Test
  void anInstanceThatTestsShareHasOneMock() {
    assertThat(failures(OfSharedInstance.class)).isEmpty();

    assertThat(ADDRESSES).containsOnlyKeys("first", "second", "inner");
    assertThat(addresses()).hasSize(1);
    addresses().forEach(SoapMockExtensionTest::isStopped);
  }

  @SoapMock("shop.wsdl")
  static class OfMethods {
    @BeforeEach
    void before(MockedService shop) {
      MOCKS.add(shop);
    }

    @Test
    void ofClass(MockedService shop) {
      had("class", shop);
      assertThat(MOCKS).contains(shop);
    }

    @Test
    @SoapMock("/io/castile/junit/shop.wsdl")
    void ofMethod(MockedService shop) {
      had("method", shop);
      assertThat(MOCKS.get(MOCKS.size() - 2)).isSameAs(shop); // that of @BeforeEach
    }

    @Test
    void ofParameter(
        @SoapMock("io/castile/junit/shop.wsdl") MockedService one,
        @SoapMock("src/test/resources/io/castile/junit/shop.wsdl") MockedService two) {
      had("one", one);
      had("two", two);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p1", "p2"})
    @SoapMock("shop.wsdl")
    void ofInvocation(String name, MockedService shop) throws Exception {
      had(name, shop);
      Soap.post(shop, Soap.ORDER);
      assertThat(shop.count("order")).isEqualTo(1);
    }
  }

  @Test
  void methodsParametersAndInvocationsHaveMocksOfTheirOwn() {
    assertThat(failures(OfMethods.class)).isEmpty();

    assertThat(ADDRESSES).containsOnlyKeys("class", "method", "one", "two", "p1", "p2");
    assertThat(MOCKS.stream().distinct()).hasSize(6);
    addresses().forEach(SoapMockExtensionTest::isStopped);
  }

  @Retention(RetentionPolicy.RUNTIME)
  @SoapMock(value = "shop.wsdl", madeUp = false)
  @interface ShopMock {}

  @ShopMock
  static class OfOwnAnnotation {
    @Test
    void test(MockedService shop) throws Exception {
      had("test", shop);
      assertThat(Soap.post(shop, Soap.ORDER).body())
          .contains(
              "neither the test nor a pair has a response to this request of operation order");
      assertThatThrownBy(shop::verify).hasMessageContaining("neither the test nor a pair");
    }
  }

  @Test
  void anAnnotationOfTheTestsCarriesTheMock() {
    assertThat(failures(OfOwnAnnotation.class)).isEmpty();

    assertThat(ADDRESSES).hasSize(1);
  }

  // ---- tests at the same time ----

  static class Concurrent {
    private static final int TESTS = 4;
    private static final CyclicBarrier ALL = new CyclicBarrier(TESTS);

    @SoapMock("shop.wsdl")
    private MockedService shop;

    @RepeatedTest(TESTS)
    void test(RepetitionInfo repetition) throws Exception {
      int own = repetition.getCurrentRepetition();
      had("test " + own, shop);
      shop.on("order").json("{\"number\": " + own + ", \"state\": \"open\"}");
      ALL.await(60, TimeUnit.SECONDS); // each has told its response
      for (int i = 0; i < 5; i++) {
        assertThat(Soap.post(shop, Soap.ORDER).body()).contains(">" + own + "</");
      }
      assertThat(shop.count("order")).isEqualTo(5);
    }
  }

  private static final String[] PARALLEL = {
    "junit.jupiter.execution.parallel.enabled", "true",
    "junit.jupiter.execution.parallel.mode.default", "concurrent",
    "junit.jupiter.execution.parallel.config.strategy", "fixed",
    "junit.jupiter.execution.parallel.config.fixed.parallelism", "8"
  };

  @Test
  void concurrentTestsHaveMocksOfTheirOwn() {
    assertThat(failures(Concurrent.class, PARALLEL)).isEmpty();

    assertThat(addresses()).hasSize(Concurrent.TESTS);
  }

  @SoapMock("shop.wsdl")
  static class ConcurrentOnOne {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @RepeatedTest(2)
    void test(MockedService shop) throws Exception {
      Soap.post(shop, Soap.ORDER);
      BOTH.await(60, TimeUnit.SECONDS);
      assertThat(shop.count("order")).isEqualTo(2);
    }
  }

  @Test
  void aMockThatConcurrentTestsShareForgetsNothing() {
    assertThat(failures(ConcurrentOnOne.class, PARALLEL)).isEmpty();
  }

  // ---- unexpected requests ----

  @SoapMock(value = "shop.wsdl", verify = true)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class Verified {
    @Test
    @Order(1)
    void unexpected(MockedService shop) throws Exception {
      Soap.post(shop, "<order xmlns='urn:shop'/>");
    }

    @Test
    @Order(2)
    void expected(MockedService shop) throws Exception {
      Soap.post(shop, Soap.ORDER);
    }

    @Test
    @Order(3)
    void ofItsOwn(@SoapMock(value = "shop.wsdl", verify = true) MockedService shop)
        throws Exception {
      Soap.post(shop, "<b/>");
    }
  }

  @Test
  void aTestFailsAtItsEndWhereAMockHadUnexpectedRequests() {
    Map<String, Throwable> failures = failures(Verified.class);

    assertThat(failures).containsOnlyKeys("unexpected(MockedService)", "ofItsOwn(MockedService)");
    assertThat(failures.get("unexpected(MockedService)"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "expected requests that the mock has a response to, found 1 other:\n"
                + "  /shop, operation order: order: ")
        .hasMessageContaining("sku");
    assertThat(failures.get("ofItsOwn(MockedService)")).hasMessageContaining("found b");
  }

  // ---- pairs ----

  @SoapMock(value = "shop.wsdl", pairs = "pairs", madeUp = false)
  static class WithPairs {
    @Test
    void test(MockedService shop) throws Exception {
      had("test", shop);
      assertThat(Soap.post(shop, Soap.INK).body()).contains(">77</");
      shop.on("order").when(each -> each.json().contains("pen")).fault("soldOut");
      assertThat(Soap.post(shop, Soap.ORDER).body()).contains("soldOut");
      assertThat(Soap.post(shop, Soap.INK).body()).contains(">77</");
      shop.verify();
    }
  }

  @Test
  void recordedPairsAnswerWhatTheTestDoesNot() {
    assertThat(failures(WithPairs.class)).isEmpty();

    assertThat(ADDRESSES).hasSize(1);
  }

  // ---- misuse ----

  @SoapMock("none.wsdl")
  static class WithoutWsdl {
    @Test
    void test() {}
  }

  @SoapMock("pairs/order.ink.request.xml")
  static class WithOtherDocument {
    @Test
    void test() {}
  }

  @SoapMock(value = "shop.wsdl", pairs = "shop.wsdl")
  static class WithoutFolder {
    @Test
    void test() {}
  }

  @SoapMock(value = "shop.wsdl", port = 70_000)
  static class WithWrongPort {
    @Test
    void test() {}
  }

  static class WithWrongField {
    @SoapMock("shop.wsdl")
    String shop;

    @Test
    void test() {}
  }

  static class WithFinalField {
    @SoapMock("shop.wsdl")
    static final MockedService SHOP = null;

    @Test
    void test() {}
  }

  static class WithWrongParameter {
    @Test
    void test(@SoapMock("shop.wsdl") Integer shop) {}
  }

  static class WithoutAnnotation {
    @Test
    @SuppressWarnings("unused")
    void test(@SoapMock("shop.wsdl") MockedService one) {}

    @Nested
    @ExtendWith(SoapMockExtension.class)
    class Inner {
      @Test
      void inner(MockedService shop) {}
    }
  }

  static List<Object[]> misuses() {
    String mock = "Cannot start the mock of ";
    return List.of(
        new Object[] {
          WithoutWsdl.class,
          mock
              + "none.wsdl, because of this: expected a resource beside "
              + WithoutWsdl.class.getName()
              + " or at the root of the class path, or a file, found neither for none.wsdl"
        },
        new Object[] {
          WithOtherDocument.class, mock + "pairs/order.ink.request.xml, because of this: "
        },
        new Object[] {
          WithoutFolder.class,
          mock + "shop.wsdl, because of this: expected a folder of pairs, found file:"
        },
        new Object[] {WithWrongPort.class, mock + "shop.wsdl, because of this: "},
        new Object[] {
          WithWrongField.class,
          "Cannot put a mock into field WithWrongField.shop, because it is of type String."
              + " Declare it as MockedService."
        },
        new Object[] {
          WithFinalField.class,
          "Cannot put a mock into field WithFinalField.SHOP, because it is final. Remove final."
        },
        new Object[] {
          WithWrongParameter.class, "because it is none of type MockedService. Declare it as one."
        },
        new Object[] {
          WithoutAnnotation.class,
          "because nothing names its WSDL. Add @SoapMock to it, to its method or to the test class."
        });
  }

  @ParameterizedTest
  @MethodSource("misuses")
  void misuseIsToldWithItsRemedy(Class<?> type, String text) {
    Map<String, Throwable> failures = failures(type);

    assertThat(failures).hasSize(1);
    assertThat(failures.values()).first().asString().contains(text);
  }

  @SoapMock(value = "shop.wsdl", port = WithPort.PORT)
  static class WithPort {
    static final int PORT = 21_873;

    @Test
    void test(MockedService shop) {
      had("test", shop);
    }
  }

  @Test
  void aMockListensOnItsPortOrSaysThatItIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress("127.0.0.1", WithPort.PORT));
      assertThat(failures(WithPort.class).values())
          .first()
          .asString()
          .contains("Cannot start the mock of shop.wsdl, because of this: Address already in use");
    }

    assertThat(failures(WithPort.class)).isEmpty();
    assertThat(addresses()).containsExactly("http://127.0.0.1:" + WithPort.PORT + "/");
  }
}
