package io.castile.axis2;

import io.castile.soap.Headers;
import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.wsdl.WSDLConstants;
import org.jspecify.annotations.Nullable;

/** What a client's request is answered with. */
sealed interface ClientAnswer {
  /** Puts the answer where Axis2 reads it, unless it is there. */
  void deliver(MessageContext request) throws AxisFault;

  /**
   * What the transport has brought, and has put in its place.
   *
   * @param status of HTTP; 0 where it is not known
   * @param message as it came; null where there is none, or it is not to be kept
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Come(int status, Headers fields, byte @Nullable [] message) implements ClientAnswer {
    @Override
    public void deliver(MessageContext request) {
      // The transport has.
    }
  }

  /**
   * What was kept, as it came.
   *
   * @param message never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Kept(byte[] message, @Nullable String contentType, @Nullable String charset)
      implements ClientAnswer {
    @Override
    public void deliver(MessageContext request) throws AxisFault {
      request
          .getOperationContext()
          .setProperty(MessageContext.TRANSPORT_IN, new ByteArrayInputStream(message));
      request.setProperty(HTTPConstants.MC_HTTP_STATUS_CODE, 200);
      Map<String, String> fields = new HashMap<>();
      if (contentType != null) {
        fields.put(HTTPConstants.HEADER_CONTENT_TYPE, contentType);
      }
      request.setProperty(MessageContext.TRANSPORT_HEADERS, fields);
      MessageContext response =
          request.getOperationContext().getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
      response.setProperty(Constants.Configuration.CONTENT_TYPE, contentType);
      response.setProperty(Constants.Configuration.CHARACTER_SET_ENCODING, charset);
    }
  }
}
