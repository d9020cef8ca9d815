package io.castile.gateway.route;

import io.castile.gateway.http.HeldResponse;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultWriter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** The response with a fault of the gateway itself. */
final class OwnFault {
  private OwnFault() {}

  /**
   * Returns the response.
   *
   * @param version of its envelope
   */
  static HeldResponse response(EventLoop loop, SoapFault fault, SoapVersion version) {
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, version.mediaType() + "; charset=utf-8");
    HttpResponseStatus status =
        version == SoapVersion.SOAP_1_2 && fault.blamesSender() // SOAP 1.2 part 2 §7.5.2.2
            ? HttpResponseStatus.BAD_REQUEST
            : HttpResponseStatus.INTERNAL_SERVER_ERROR;
    return HeldResponse.whole(
        loop,
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, fields),
        FaultWriter.envelope(fault, version));
  }
}
