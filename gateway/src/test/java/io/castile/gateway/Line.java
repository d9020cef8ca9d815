package io.castile.gateway;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.TestOrigin.Request;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** The line between two gateways, which tells what passes, and can be cut and do damage. */
final class Line implements AutoCloseable {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Set<String> OF_CONNECTION =
      Set.of("connection", "content-length", "host", "transfer-encoding", "expect", "upgrade");

  /** What passed: a request, and its response. */
  record Call(Request request, HttpResponse<byte[]> response) {
    String asked(String field) {
      return String.valueOf(request.fields().getFirst(field));
    }

    String told(String field) {
      return response.headers().firstValue(field).orElse("null");
    }

    boolean isDelta() {
      return told("content-encoding").equals("csd");
    }
  }

  private final TestOrigin entrance;
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile List<URI> ends;
  private volatile boolean isCut;
  private volatile UnaryOperator<byte[]> answerDamage = UnaryOperator.identity();
  private volatile UnaryOperator<byte[]> requestDamage = UnaryOperator.identity();
  private volatile boolean losesAnswerCodings;
  private volatile boolean losesRequestCodings;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param ends to which the line leads, by turns
   */
  Line(URI... ends) throws IOException {
    this.ends = List.of(ends);
    this.entrance = new TestOrigin(this::carried);
  }

  private Answer carried(Request request) throws Exception {
    if (isCut) {
      throw new ConnectException("the line is cut");
    }
    boolean isDelta = "csd".equals(request.fields().getFirst("Content-Encoding"));
    byte[] content = isDelta ? requestDamage.apply(request.content().clone()) : request.content();
    List<URI> now = ends;
    URI end = now.get(turn.getAndIncrement() % now.size());
    HttpRequest.Builder sent =
        HttpRequest.newBuilder(URI.create(end + request.target()))
            .method(request.method(), BodyPublishers.ofByteArray(content));
    request
        .fields()
        .forEach(
            (name, values) -> {
              boolean isLost = losesRequestCodings && name.equalsIgnoreCase("content-encoding");
              if (!isLost && !OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> sent.header(name, value));
              }
            });
    Call call = new Call(request, CLIENT.send(sent.build(), BodyHandlers.ofByteArray()));
    calls.add(call);
    List<String> fields = new ArrayList<>();
    call.response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              boolean isLost =
                  losesAnswerCodings && call.isDelta() && name.equals("content-encoding");
              if (!isLost && !OF_CONNECTION.contains(name)) {
                values.forEach(value -> fields.add(name + ": " + value));
              }
            });
    byte[] answer = call.response.body();
    return new Answer(
        call.response.statusCode(),
        fields,
        call.isDelta() ? answerDamage.apply(answer.clone()) : answer,
        false);
  }

  URI uri() {
    return entrance.uri();
  }

  /** What has passed so far. */
  List<Call> calls() {
    return calls;
  }

  Call last() {
    return calls.get(calls.size() - 1);
  }

  /** Ends connections without an answer from now on, or no more. */
  void cut(boolean now) {
    isCut = now;
  }

  /** Changes the deltas of answers from now on. */
  void damageAnswers(UnaryOperator<byte[]> change) {
    answerDamage = change;
  }

  /** Changes the deltas of requests from now on. */
  void damageRequests(UnaryOperator<byte[]> change) {
    requestDamage = change;
  }

  /** Takes the field that says that an answer is a delta away from now on. */
  void loseAnswerCodings() {
    losesAnswerCodings = true;
  }

  /** Takes the field that says that a request is a delta away from now on. */
  void loseRequestCodings() {
    losesRequestCodings = true;
  }

  /** Leads to other ends from now on. */
  void to(URI... others) {
    ends = List.of(others);
  }

  @Override
  public void close() {
    entrance.close();
  }
}
