package io.castile.gateway.pair;

import io.castile.delta.message.LinkMessages;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.AnswerForm;
import io.castile.gateway.soap.MediaType;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * The last link of the far end's chain: has a request answered that the link has decoded. Answers
 * that are no message, as faults, go past the link. Of one call, and one thread.
 */
final class AnsweredExchange implements Interceptor {
  /** Less is hardly smaller in gzip. */
  private static final int MIN_GZIP_BYTES = 512;

  private final LinkMessages messages;
  private final RequestHead head;
  private final LinkServer.Inner inner;
  private final Headers besideFault;

  private @Nullable HeldResponse answer; // null before it is there
  private @Nullable OriginFailure failure; // null for none

  /**
   * @param besideFault what the link says beside faults, which go past it
   */
  AnsweredExchange(
      LinkMessages messages, RequestHead head, LinkServer.Inner inner, Headers besideFault) {
    this.messages = messages;
    this.head = head;
    this.inner = inner;
    this.besideFault = besideFault;
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    HeldResponse given;
    try {
      RequestHead plain = head.withFields(LinkFields.withoutLink(head.fields()));
      given = inner.answer(plain, request.bytes());
    } catch (OriginFailure e) {
      failure = e;
      throw new SoapTransportException(String.valueOf(e.getMessage()), e);
    }
    answer = given;
    byte[] message = given.content();
    if (message == null || !isMessage(given.head(), message)) {
      if (given.head().status().code() >= HttpResponseStatus.BAD_REQUEST.code()) {
        besideFault.toMap().forEach(given.head().headers()::set);
      }
      throw new SoapTransportException("the answer goes past the link", null);
    }
    return messages.answer(request, message);
  }

  /** Whether an answer is one that may have deltas: a response, whole, and not coded by others. */
  private static boolean isMessage(HttpResponse head, byte[] content) {
    MediaType type = MediaType.parse(head.headers().get(HttpHeaderNames.CONTENT_TYPE));
    return head.status().equals(HttpResponseStatus.OK)
        && !head.headers().contains(HttpHeaderNames.CONTENT_ENCODING)
        && type.version() != null
        && AnswerForm.of(content, type.charset()).kind() == AnswerForm.Kind.RESPONSE;
  }

  /** Returns what the chain has made of the answer, or answers itself. */
  HeldResponse linked(EventLoop loop, SoapResponse response) throws SoapMessageException {
    HttpResponse given = answer == null ? own(response) : answer.head();
    Headers link = response.headers();
    for (int i = 0; i < link.size(); i++) {
      if (HttpHeaderNames.VARY.contentEqualsIgnoreCase(link.name(i))) {
        given.headers().add(link.name(i), link.value(i));
      } else {
        given.headers().set(link.name(i), link.value(i));
      }
    }
    return HeldResponse.whole(loop, given, coded(given.headers(), response.bytes()));
  }

  /** A message that goes whole, in gzip where the near end takes that. */
  private byte[] coded(HttpHeaders fields, byte[] content) {
    if (fields.contains(HttpHeaderNames.CONTENT_ENCODING)
        || !fields.contains(LinkFields.CASTILE)
        || content.length < MIN_GZIP_BYTES
        || content.length > LinkFields.gzipBytes(head.fields())) {
      return content;
    }
    byte[] gzip = ContentCodings.gzip(content);
    if (gzip.length >= content.length) {
      return content;
    }
    fields.set(HttpHeaderNames.CONTENT_ENCODING, ContentCodings.GZIP);
    return gzip;
  }

  /** Returns the head of an answer for which no origin was asked. */
  private static HttpResponse own(SoapResponse response) {
    HttpResponseStatus status =
        response.hasFault() ? HttpResponseStatus.INTERNAL_SERVER_ERROR : HttpResponseStatus.OK;
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
    HttpHeaders fields = head.headers();
    fields.set(HttpHeaderNames.CONTENT_TYPE, response.version().mediaType() + "; charset=utf-8");
    return head;
  }

  /** Returns the answer that goes past the link; or fails, as the chain has. */
  HeldResponse insteadOf(SoapException e) throws OriginFailure {
    if (answer != null) {
      return answer;
    }
    throw failure != null
        ? failure
        : new OriginFailure(OriginFailure.Kind.BROKEN, "over the link: " + e.getMessage());
  }
}
