package io.castile.gateway.pair;

import io.castile.delta.message.LinkMessages;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last link of the near end's chain: sends what the others made of a request, perhaps several
 * times, and knows with which head the answer is given. Of one call, and one thread.
 */
final class LinkedExchange implements Interceptor {
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;

  private final OriginClient client;
  private final LinkMessages messages;
  private final HeldRequest request;
  private final HttpHeaders fields;
  private final int mostBytes;

  private @Nullable HttpResponse head; // of the answer; null before one has come
  private boolean isDelta; // that head is the one of a delta
  private boolean isLinked;
  private boolean isPlain;
  private @Nullable HeldResponse passing; // larger than what is held; null for none
  private @Nullable OriginFailure failure; // null for none

  LinkedExchange(OriginClient client, LinkMessages messages, HeldRequest request, int mostBytes) {
    this.client = client;
    this.messages = messages;
    this.request = request;
    this.fields = LinkFields.withoutLink(request.fields());
    this.mostBytes = mostBytes;
  }

  /** Whether an answer has shown that the origin knows the link. */
  boolean isLinked() {
    return isLinked;
  }

  /**
   * Whether an answer has shown that the origin does not know the link: one that would have had the
   * link's fields otherwise, and no fault, error or answer too large for them.
   */
  boolean isPlain() {
    return isPlain;
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest message = chain.request();
    HeldResponse response = ask(message);
    HttpHeaders came = response.head().headers();
    String coding = came.get(HttpHeaderNames.CONTENT_ENCODING);
    String said = came.get(LinkFields.CASTILE);
    byte[] content = response.content();
    boolean isLost = coding == null && content != null && LinkMessages.isDelta(content);
    boolean isCodedByLink = isLost || LinkServer.isDelta(coding);
    isLinked |= isCodedByLink || said != null;
    if (content == null) {
      passing = response;
      throw new SoapTransportException(
          "the response is larger than the limit for held responses", null);
    }
    int status = response.head().status().code();
    isPlain |= status == HttpResponseStatus.OK.code() && !isLinked;
    if (status == UNSUPPORTED_MEDIA_TYPE && message.headers().has("content-encoding")) {
      throw new SoapTransportException("the origin does not decode requests", status, null);
    }
    if (said != null && ContentCodings.GZIP.equals(coding)) {
      content = ContentCodings.decoded(content, coding, mostBytes);
      coding = null;
    }
    if (content == null) {
      throw new SoapTransportException(
          "expected gzip of at most " + mostBytes + " bytes, found another content", null);
    }
    if (!isDelta) { // a message that is fetched for a delta has the delta's head
      head = response.head();
      isDelta = isCodedByLink;
    }
    Headers.Builder link = Headers.builder();
    if (coding != null) {
      link.add("content-encoding", coding);
    } else if (said != null) { // what another party has coded is no base
      link.add(LinkFields.CASTILE.toString(), said);
    }
    return messages.response(message, status, link.build(), content);
  }

  private HeldResponse ask(SoapRequest message) throws SoapException {
    HttpHeaders sent = fields.copy();
    Headers told = message.headers();
    String said = told.get(LinkFields.CASTILE.toString());
    String coding = told.get(HttpHeaderNames.CONTENT_ENCODING.toString());
    if (said != null) {
      sent.set(LinkFields.CASTILE, LinkFields.takingGzip(said, mostBytes));
    }
    if (coding != null) {
      sent.set(HttpHeaderNames.CONTENT_ENCODING, coding);
    }
    try {
      return HeldResponse.ask(client, request.with(sent, message.bytes()), mostBytes);
    } catch (OriginFailure e) {
      failure = e;
      throw new SoapTransportException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the answer that the chain has made. */
  HeldResponse answer(SoapResponse response) throws SoapMessageException {
    HttpResponse given = Objects.requireNonNull(head, "an answer has come");
    LinkFields.removeFrom(given.headers());
    String coding = response.headers().get("content-encoding");
    if (coding == null) {
      given.headers().remove(HttpHeaderNames.CONTENT_ENCODING);
    } else {
      given.headers().set(HttpHeaderNames.CONTENT_ENCODING, coding);
    }
    return HeldResponse.whole(request.loop(), given, response.bytes());
  }

  /** Returns the answer that passes as it comes; or fails, as the chain has. */
  HeldResponse insteadOf(SoapException e) throws OriginFailure {
    if (passing != null) {
      LinkFields.removeFrom(passing.head().headers());
      return passing;
    }
    throw failure != null
        ? failure
        : new OriginFailure(OriginFailure.Kind.BROKEN, "over the link: " + e.getMessage());
  }
}
