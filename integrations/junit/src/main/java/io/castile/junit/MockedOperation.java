package io.castile.junit;

import io.castile.bridge.mock.MockCall;
import io.castile.bridge.mock.MockResponse;
import io.castile.bridge.mock.MockService;
import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.JAXBElement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a {@link MockedService}, to be told a response. Conditions come first, then the
 * response:
 *
 * <pre>{@code
 * shop.on("order").when(request -> request.json().contains("pen")).times(1).fault("soldOut");
 * shop.on("order").after(Duration.ofMillis(200)).json("{\"number\": 7, \"state\": \"open\"}");
 * }</pre>
 *
 * <p>The response that was told last, of those whose conditions a request meets, is sent. A request
 * that does not follow the description never has it: it gets a fault of the sender that names the
 * element. Immutable and thread-safe.
 */
public final class MockedOperation {
  private final MockedService service;
  private final String name;
  private final Predicate<MockedService.Request> condition;
  private final Duration delay;
  private final int times;

  MockedOperation(
      MockedService service,
      String name,
      Predicate<MockedService.Request> condition,
      Duration delay,
      int times) {
    this.service = service;
    this.name = name;
    this.condition = condition;
    this.delay = delay;
    this.times = times;
  }

  /**
   * Returns the operation for requests that meet a condition, and those that it had before.
   *
   * @param more called in threads of the mock; a request at which it throws gets a fault, and is
   *     unexpected
   */
  public MockedOperation when(Predicate<MockedService.Request> more) {
    return new MockedOperation(service, name, condition.and(more), delay, times);
  }

  /**
   * Returns the operation for a response that is sent after a time.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public MockedOperation after(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time < 0: " + time);
    }
    return new MockedOperation(service, name, condition, time, times);
  }

  /**
   * Returns the operation for a response that is sent to so many requests; later ones have the
   * response that was told before it.
   *
   * @throws IllegalArgumentException if the number is not positive
   */
  public MockedOperation times(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count < 1: " + count);
    }
    return new MockedOperation(service, name, condition, delay, count);
  }

  /**
   * Responds with values.
   *
   * @param values of the response in the form of JSON, as {@code castile call --json} prints them:
   *     an object by the names of elements; {@code {}} for a response without values, and of a
   *     one-way operation
   * @throws IllegalArgumentException if they are not those of the response, as the schema has it;
   *     if the response has no form in JSON
   */
  public void json(String values) {
    MockService.@Nullable Told told = service.mock().responseOfJson(name, values);
    respond(call -> call.told(told));
  }

  /**
   * Responds with a message, which need not follow the schema.
   *
   * @param message an envelope of SOAP 1.1 or 1.2, or the element in its body alone. A fault is
   *     sent with status 500, and is for requests of its own version; another envelope is sent in
   *     the version of the request
   * @throws IllegalArgumentException if it is not well-formed
   */
  public void xml(String message) {
    MockService.Told told = MockService.response(message);
    respond(call -> call.told(told));
  }

  /**
   * Responds with an object, as it is at the time of the call.
   *
   * @param response an object of a class with {@code XmlRootElement}, as of the element in the body
   *     of a document/literal operation, or a {@link JAXBElement}
   * @throws IllegalArgumentException if it cannot be written
   */
  public void object(Object response) {
    Objects.requireNonNull(response, "response");
    byte[] written;
    try {
      written = response instanceof JAXBElement<?> element ? bytes(element) : bytes(response);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "Cannot write a response of operation "
              + name
              + " of a "
              + response.getClass().getName()
              + ", because of this: "
              + e.getMessage()
              + ". Give an object of a class with XmlRootElement, or a JAXBElement.",
          e);
    }
    xml(new String(written, StandardCharsets.UTF_8));
  }

  private static <T> byte[] bytes(JAXBElement<T> element) {
    T value = element.getValue();
    return Codecs.forElement(element.getDeclaredType(), element.getName()).toBytes(value);
  }

  @SuppressWarnings("unchecked") // the class of the object itself
  private static byte[] bytes(Object response) {
    Class<Object> type = (Class<Object>) response.getClass();
    Codec<Object> codec = Codecs.forTypes(type).of(type);
    return codec.toBytes(response);
  }

  /**
   * Responds with a fault in the version of the request.
   *
   * @param fault the name of a fault that the operation declares, whose detail is made up from the
   *     schema; {@code sender} or {@code receiver} for a plain one
   * @throws IllegalArgumentException if the operation declares no such fault
   */
  public void fault(String fault) {
    service.mock().checkFault(name, fault);
    respond(call -> call.fault(fault));
  }

  private void respond(Function<MockCall, MockResponse> response) {
    service.tell(new Told(name, condition, delay, new AtomicInteger(times), response));
  }

  /**
   * A response that was told, and its conditions.
   *
   * @param left to how many requests it is still sent
   */
  record Told(
      String operation,
      Predicate<MockedService.Request> condition,
      Duration delay,
      AtomicInteger left,
      Function<MockCall, MockResponse> response) {
    /** Whether a request has this response; it counts as one of those that have it then. */
    boolean takes(MockedService.Request request) {
      return operation.equals(request.operation())
          && left.get() > 0
          && condition.test(request)
          && left.getAndUpdate(each -> Math.max(0, each - 1)) > 0;
    }
  }
}
