package io.castile.axis2;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.kernel.OutTransportInfo;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.util.MessageContextBuilder;
import org.jspecify.annotations.Nullable;

/** What a service's request is answered with. */
sealed interface ServerAnswer {
  /** Gives the answer to the caller, unless that is done. */
  void give(MessageContext request) throws AxisFault;

  /**
   * What the service has answered, which Axis2 has sent.
   *
   * @param message as it was sent; null where there was none, or it is not to be kept
   * @param contentType of the message; null for none
   * @param refusal why the message is not to be kept; null for nothing
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Given(byte @Nullable [] message, @Nullable String contentType, @Nullable String refusal)
      implements ServerAnswer {
    /** What nothing is known of. */
    static final Given UNKNOWN = new Given(null, null, "the service answers in another way");

    @Override
    public void give(MessageContext request) {
      // Axis2 has.
    }
  }

  /**
   * What was kept, as it was sent.
   *
   * @param message never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Kept(byte[] message, String contentType) implements ServerAnswer {
    @Override
    public void give(MessageContext request) throws AxisFault {
      OutTransportInfo transport =
          (OutTransportInfo) request.getProperty(Constants.OUT_TRANSPORT_INFO);
      OutputStream out = (OutputStream) request.getProperty(MessageContext.TRANSPORT_OUT);
      transport.setContentType(contentType);
      try {
        out.write(message);
        out.flush();
      } catch (IOException e) {
        throw AxisFault.makeFault(e);
      }
      TransportUtils.setResponseWritten(request, true);
      OperationContext operation = request.getOperationContext();
      operation.setComplete(true);
      operation.cleanup();
    }
  }

  /**
   * The kept part of an answer with WS-Addressing, which Axis2 addresses to the current caller.
   *
   * @param message without what is made for one caller; never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Addressed(byte[] message) implements ServerAnswer {
    @Override
    public void give(MessageContext request) throws AxisFault {
      MessageContext response = MessageContextBuilder.createOutMessageContext(request);
      response.getOperationContext().addMessageContext(response);
      response.setEnvelope(Envelopes.parse(message, null));
      AxisEngine.send(response);
    }
  }
}
