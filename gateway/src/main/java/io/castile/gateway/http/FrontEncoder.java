package io.castile.gateway.http;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** Writes responses, those to HEAD without content. */
final class FrontEncoder extends HttpResponseEncoder {
  private boolean isHead;

  /** Says whether the next response is one to HEAD. */
  void nextIsOfHead(boolean head) {
    isHead = head;
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpResponse response) {
    return isHead || super.isContentAlwaysEmpty(response);
  }
}
