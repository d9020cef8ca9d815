package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.cxf.InterfaceCalls.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.hello_world_soap_http.BadRecordLitFault;
import org.apache.hello_world_soap_http.DocLitBare;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.hello_world_soap_http.NoSuchCodeLitFault;
import org.apache.hello_world_soap_http.types.GreetMe;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The services that CXF tests itself with and publishes: clients get the same from them, whether
 * codecs or Jakarta XML Binding are at the ends.
 */
final class PublishedServicesTest {
  /** Sleeps for as long as it is told. */
  private static final Set<String> EXCLUDED = Set.of("greetMeLater");

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> servicesAnswerTheSame() throws Exception {
    PublishedInterfaces published = PublishedInterfaces.find();
    List<DynamicTest> tests = new ArrayList<>();
    for (Class<?> sei : published.interfaces()) {
      for (Class<?> service : published.services(sei)) {
        // Services that start others are no subject of a binding.
        if (!service.getName().contains("Control")) {
          tests.add(
              DynamicTest.dynamicTest(service.getName(), () -> check(published, sei, service)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests.stream();
  }

  private static <T> void check(PublishedInterfaces published, Class<T> sei, Class<?> service)
      throws Exception {
    List<Operation> operations =
        InterfaceCalls.of(sei, published.description(sei), () -> Delegate.of(sei, create(service)))
            .check(EXCLUDED);

    assertThat(operations).isNotEmpty();
    assertThat(operations).allSatisfy(each -> assertThat(each.differences()).isEmpty());
  }

  private static Object create(Class<?> service) {
    try {
      return service.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("a public constructor without arguments", e);
    }
  }

  @Test
  void aGreeterAnswersInAllWays() throws Exception {
    Map<String, Call<Greeter>> calls = new LinkedHashMap<>();
    calls.put("result", port -> port.greetMe("gr\u00fc\u00dfe & <more>"));
    calls.put("no parameter", Greeter::sayHi);
    calls.put("number", port -> port.greetMeLater(1));
    calls.put("null", port -> port.testNillable(null, 4));
    calls.put("polled", port -> port.greetMeSometimeAsync("me").get().getResponseType());
    calls.put("called back", PublishedServicesTest::calledBack);
    calls.put("polled fault", port -> port.testDocLitFaultAsync("BadRecordLitFault").get());
    calls.put("simple detail", port -> fail(port, "BadRecordLitFault"));
    calls.put("detail", port -> fail(port, "NoSuchCodeLitFault"));
    calls.put("undeclared", port -> fail(port, "IllegalArgumentException"));
    calls.put("by name", port -> ClientProxy.getClient(port).invoke("greetMe", "me"));
    calls.put("wrapped", PublishedServicesTest::wrapped);
    calls.put(
        "one way",
        port -> {
          port.greetMeOneWay("me");
          return "sent";
        });

    Map<String, Outcome> found = Setup.of(Greeter.class, GreeterImpl::new).compare(calls);

    assertThat(found.get("result").value()).isEqualTo("Hello gr\u00fc\u00dfe & <more>");
    assertThat(found.get("number").value()).isEqualTo("Hello, finally!");
    assertThat(found.get("null")).isEqualTo(new Outcome(null, null));
    assertThat(found.get("polled").value()).isEqualTo("How are you me");
    assertThat(found.get("called back").value()).isEqualTo("Hello me");
    assertThat((Object[]) found.get("by name").value()).containsExactly("Hello me");
    assertThat((Object[]) found.get("wrapped").value()).containsExactly("Hello me");
    assertThat(found.get("one way").value()).isEqualTo("sent");
    assertThat(found.get("polled fault").thrown()).isNotNull();
    assertThat(found.get("simple detail").thrown())
        .isInstanceOfSatisfying(
            BadRecordLitFault.class,
            fault -> assertThat(fault.getFaultInfo()).isEqualTo("BadRecordLitFault"));
    assertThat(found.get("detail").thrown())
        .isInstanceOfSatisfying(
            NoSuchCodeLitFault.class,
            fault -> assertThat(fault.getFaultInfo().getCode().getMajor()).isEqualTo((short) 1));
    assertThat(found.get("undeclared").thrown()).hasMessage("TestIllegalArgumentException");
  }

  private static Object wrapped(Greeter port) throws Exception {
    GreetMe wrapper = new GreetMe();
    wrapper.setRequestType("me");
    return ClientProxy.getClient(port).invokeWrapped("greetMe", wrapper);
  }

  private static String calledBack(Greeter port) throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    port.greetMeAsync(
            "me",
            response -> {
              try {
                answer.complete(response.get().getResponseType());
              } catch (Exception e) {
                answer.completeExceptionally(e);
              }
            })
        .get();
    return answer.get();
  }

  private static Object fail(Greeter port, String kind) throws Exception {
    port.testDocLitFault(kind);
    return "did not fail";
  }

  @Test
  void bareMessagesAreAnswered() throws Exception {
    Map<String, Outcome> found =
        Setup.of(DocLitBare.class, () -> Delegate.of(DocLitBare.class, new GreeterImpl()))
            .compare(
                Map.of(
                    "bare", port -> port.testDocLitBare("in"),
                    "polled", port -> port.testDocLitBareAsync("in").get()));

    assertThat(found.get("bare").thrown()).isNull();
    assertThat(found.get("polled").thrown()).isNull();
  }
}
