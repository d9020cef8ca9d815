package io.castile.gateway.route;

import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.pair.LinkServer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose messages are held as a whole: those that are validated, secured or recorded, or
 * whose responses are, those of the differential link, and the envelopes of calls by JSON. What is
 * no such message is refused. Thread-safe.
 */
final class WholeRequests implements JsonStage.Later {
  private final WholeStage whole;
  private final LinkServer linkServer;
  private final WaitingRequests waiting;
  private final IntSupplier mostBytes;

  /**
   * @param linkServer answers clients over the differential link
   * @param mostBytes up to which size messages are held now
   */
  WholeRequests(
      WholeStage whole, LinkServer linkServer, WaitingRequests waiting, IntSupplier mostBytes) {
    this.whole = whole;
    this.linkServer = linkServer;
    this.waiting = waiting;
    this.mostBytes = mostBytes;
  }

  /**
   * Answers a request by an envelope.
   *
   * @param content null where it is larger than what is held
   */
  void answer(IncomingRequest request, byte @Nullable [] content) {
    FrontExchange exchange = request.exchange();
    String why = request.isValidated() ? "validated" : "secured";
    if (!request.head().method().equals(HttpMethod.POST)) {
      exchange.respond(notPost(request, why));
    } else if (content == null) {
      exchange.respond(
          Reply.ofText(
              413,
              "expected a request of at most "
                  + mostBytes.getAsInt()
                  + " bytes, as it is "
                  + why
                  + " (limits.inspectedBytes of the gateway)"));
    } else if (!request.isEnvelope()) {
      exchange.respond(
          Reply.ofText(415, "expected an envelope without attachments, as it is " + why));
    } else if (request.offersLink()) {
      answerLinked(request, content);
    } else if (!answerDecoded(request, content)) {
      String coding = request.head().fields().get(HttpHeaderNames.CONTENT_ENCODING);
      exchange.respond(
          Reply.ofText(415, "expected one of " + ContentCodings.available() + ", found " + coding));
    }
  }

  private static Reply notPost(IncomingRequest request, String why) {
    HttpMethod method = request.head().method();
    Reply refusal =
        Reply.ofText(405, "expected POST, as requests are " + why + ", found " + method);
    refusal
        .fields()
        .set(
            HttpHeaderNames.ALLOW,
            request.isValidated() ? "POST" : "GET, HEAD, OPTIONS, POST, QUERY");
    return refusal;
  }

  /**
   * Answers a request whose content may be compressed.
   *
   * @return whether it does; false where the coding is unknown, or what comes out is too large
   */
  boolean answerDecoded(IncomingRequest request, byte[] content) {
    RequestHead head = request.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] message = ContentCodings.decoded(content, coding, mostBytes.getAsInt());
    if (message == null) {
      return false;
    }
    ask(request, head.withoutCoding(), message, new Relay(request));
    return true;
  }

  /** Gives a response as it is. */
  private final class Relay implements JsonStage.Receiver {
    private final IncomingRequest request;

    Relay(IncomingRequest request) {
      this.request = request;
    }

    @Override
    public void take(JsonStage.Response response) throws OriginFailure {
      AnswerWriter.write(request.exchange(), response.get().response());
    }

    @Override
    public boolean isSoon(JsonStage.Answered answered) {
      return whole.isCheckedSoon(request, answered);
    }
  }

  @Override
  public void ask(
      IncomingRequest request, RequestHead head, byte[] message, JsonStage.Receiver then) {
    CompletableFuture<JsonStage.Answered> coming =
        waiting.isFull() ? null : whole.askLater(request, head, message);
    if (coming == null) {
      waiting.onThread(request, () -> then.take(() -> whole.ask(request, head, message)));
      return;
    }
    JsonStage.Response checked =
        () -> whole.checked(request, head, message, WaitingRequests.valueOf(coming));
    waiting.whenCome(request, coming, then::isSoon, () -> then.take(checked));
  }

  /** Answers a client that offers the link, which may have sent a delta. */
  void answerLinked(IncomingRequest request, byte[] content) {
    waiting.onThread(request, () -> linked(request, content));
  }

  private void linked(IncomingRequest request, byte[] content) throws OriginFailure {
    FrontExchange exchange = request.exchange();
    HeldResponse response =
        linkServer.answer(
            exchange.eventLoop(),
            request.head(),
            content,
            (head, message) -> whole.ask(request, head, message).response());
    AnswerWriter.write(exchange, response);
  }
}
