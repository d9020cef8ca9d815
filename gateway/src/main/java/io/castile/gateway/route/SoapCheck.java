package io.castile.gateway.route;

import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Sees the answer to a question of SOAP, and tells log and client where it is of another type, as
 * the page of a proxy, or of a container without the service, is. The answer passes.
 */
final class SoapCheck implements ResponseTap {
  private static final String KIND = "no_soap";

  private final OriginClient client;
  private final Route route;
  private final @Nullable ResponseTap next; // null for none

  /**
   * @param next sees the answer too
   */
  SoapCheck(OriginClient client, Route route, @Nullable ResponseTap next) {
    this.client = client;
    this.route = route;
    this.next = next;
  }

  static void look(OriginClient client, Route route, HttpResponse head) {
    int status = head.status().code();
    String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE);
    if ((status != 200 && status != 500) || type == null) {
      return; // the status says it, or there is nothing
    }
    MediaType found = MediaType.parse(type);
    if (found.version() == null && !found.isXml() && !PartPackage.isType(found)) {
      client.failed(
          "the origin of " + route.name(),
          KIND,
          "expected an answer of SOAP, found status " + status + " with " + type);
      head.headers()
          .add(
              Reply.PROXY_STATUS,
              "Castile; received-status=" + status + "; details=\"the answer is no SOAP\"");
    }
  }

  @Override
  public void head(HttpResponse head) {
    look(client, route, head);
    if (next != null) {
      next.head(head);
    }
  }

  @Override
  public void content(ByteBuf piece) {
    if (next != null) {
      next.content(piece);
    }
  }

  @Override
  public void end() {
    if (next != null) {
      next.end();
    }
  }

  @Override
  public void failed() {
    if (next != null) {
      next.failed();
    }
  }
}
