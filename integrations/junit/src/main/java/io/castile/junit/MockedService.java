package io.castile.junit;

import io.castile.bridge.mock.MockCall;
import io.castile.bridge.mock.MockResponse;
import io.castile.bridge.mock.MockService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A mock that runs, as {@link SoapMock} has started it: it answers by SOAP 1.1 and 1.2 at any path
 * of its address. A request has the first of these responses that there is:
 *
 * <ol>
 *   <li>a fault, where its header field {@code Castile-Mock-Fault} asks for one;
 *   <li>the response that the test {@linkplain #on has told}, where the request follows the
 *       description;
 *   <li>the response of a recorded pair whose request is the same;
 *   <li>a fault of the sender that names the element, where it does not follow the description;
 *   <li>a response that is made up from the schema, unless {@link SoapMock#madeUp} is false.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class MockedService {
  private final MockService mock;
  private final String address;
  private final boolean isMadeUp;

  /** The one that was told last is the first. */
  private final List<MockedOperation.Told> told = new CopyOnWriteArrayList<>();

  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

  MockedService(MockService mock, String address, boolean isMadeUp) {
    this.mock = mock;
    this.address = address;
    this.isMadeUp = isMadeUp;
  }

  MockService mock() {
    return mock;
  }

  /** Returns where the mock is called, as {@code http://127.0.0.1:40123/}. */
  public String address() {
    return address;
  }

  /** Returns where the description is, with the address of the mock in each port. */
  public String wsdl() {
    return address + "?wsdl";
  }

  /** Returns the names of the operations, in the order of the description. */
  public Set<String> operations() {
    return Collections.unmodifiableSet(mock.names());
  }

  /**
   * Returns an operation, to be told a response.
   *
   * @throws IllegalArgumentException if the description has no operation of this name
   */
  public MockedOperation on(String operation) {
    check(operation);
    return new MockedOperation(this, operation, request -> true, Duration.ZERO, Integer.MAX_VALUE);
  }

  private void check(String operation) {
    if (!mock.names().contains(operation)) {
      throw new IllegalArgumentException(
          "expected an operation, one of "
              + String.join(", ", mock.names())
              + ", found "
              + operation);
    }
  }

  /** Returns all requests that were received, unexpected ones too, in their order. */
  public List<Request> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /**
   * Returns the requests of an operation, in their order.
   *
   * @throws IllegalArgumentException as {@link #on}
   */
  public List<Request> requests(String operation) {
    check(operation);
    return requests().stream().filter(each -> each.operation().equals(operation)).toList();
  }

  /**
   * Returns how many requests of an operation were received.
   *
   * @throws IllegalArgumentException as {@link #on}
   */
  public int count(String operation) {
    return requests(operation).size();
  }

  /**
   * Fails where a request was unexpected: it was of no operation, did not follow the description,
   * or had no response. Faults that were told, or that a request asked for, are none of these.
   *
   * @throws AssertionError if there was one; its message has each of them with the reason
   */
  public void verify() {
    List<Request> unexpected = requests().stream().filter(each -> !each.isExpected()).toList();
    if (unexpected.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("expected requests that the mock has a response to, found ")
        .append(unexpected.size())
        .append(unexpected.size() == 1 ? " other:" : " others:");
    for (Request each : unexpected) {
      text.append("\n  ")
          .append(each.path())
          .append(each.operation().isEmpty() ? "" : ", operation " + each.operation())
          .append(": ")
          .append(each.unexpected());
    }
    throw new AssertionError(text.toString());
  }

  /** Forgets all requests, and the responses that were told. */
  public void reset() {
    told.clear();
    requests.clear();
  }

  void tell(MockedOperation.Told more) {
    told.add(0, more);
  }

  /**
   * A response, and when it is sent.
   *
   * @param response of HTTP
   * @param delay before it
   */
  record Timed(MockResponse response, Duration delay) {}

  /**
   * Answers a request, and keeps it.
   *
   * @param call that it makes
   * @param fault that its header asks for; empty for none
   */
  Timed answer(MockCall call, String fault, Request request) {
    Duration delay = Duration.ZERO;
    String flaw = call.flaw();
    MockResponse response = null;
    if (call.operation() != null && !fault.isEmpty()) {
      response = call.fault(fault);
    } else if (flaw == null) {
      try {
        MockedOperation.Told found = told(request);
        if (found != null) {
          response = found.response().apply(call);
          delay = found.delay();
        }
      } catch (RuntimeException | AssertionError e) { // of a condition
        response = call.refused("a condition of the test failed: " + e);
      }
    }
    if (response == null) {
      response = call.recorded();
    }
    if (response == null) {
      response = flaw == null ? unrecorded(call) : call.refused(flaw);
    }
    String refusal = response.refusal();
    keep(refusal == null ? request : request.refused(refusal));
    return new Timed(response, delay);
  }

  private MockedOperation.@Nullable Told told(Request request) {
    for (MockedOperation.Told each : told) {
      if (each.takes(request)) {
        return each;
      }
    }
    return null;
  }

  private MockResponse unrecorded(MockCall call) {
    return isMadeUp
        ? call.madeUp()
        : call.refused(
            "neither the test nor a pair has a response to this request of operation "
                + call.operation());
  }

  void keep(Request request) {
    requests.add(request);
  }

  /**
   * A request that the mock has received. Immutable and thread-safe.
   *
   * @param operation the name of its operation; empty where the mock does not know it
   * @param json its values in the {@linkplain MockedOperation#json form of JSON}; empty where it
   *     has none, as an encoded request, or does not follow the description
   * @param envelope its text, read as UTF-8
   * @param path of its target, with the query
   * @param fields the fields of its header by their names, whose case does not count
   * @param unexpected why the mock refused it; empty where it did not
   */
  public record Request(
      String operation,
      String json,
      String envelope,
      String path,
      Map<String, List<String>> fields,
      String unexpected) {
    /** Makes a request, with a copy of the fields. */
    public Request {
      Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      fields.forEach((name, values) -> copy.put(name, List.copyOf(values)));
      fields = Collections.unmodifiableMap(copy);
    }

    /** Returns the first value of a field of the header; empty where there is none. */
    public String field(String name) {
      List<String> values = fields.getOrDefault(name, List.of());
      return values.isEmpty() ? "" : values.get(0);
    }

    /** Whether the mock had a response other than a fault that refuses the request. */
    public boolean isExpected() {
      return unexpected.isEmpty();
    }

    Request refused(String why) {
      return new Request(operation, json, envelope, path, fields, why);
    }
  }
}
