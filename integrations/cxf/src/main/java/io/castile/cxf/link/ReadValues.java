package io.castile.cxf.link;

import java.util.List;
import org.apache.cxf.interceptor.AbstractInDatabindingInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.jspecify.annotations.Nullable;

/**
 * The values of a message that has come without XML, for CXF's chain to go on with: of an answer at
 * a client, of a request at a service.
 *
 * @param typed the operation that is called
 * @param value of the element in the body
 */
record ReadValues(TypedOperation typed, @Nullable Object value) {
  private static final Taking TAKING = new Taking();

  /** Has the rest of a chain have the values, as if it had read them. */
  void give(Message message) {
    message.remove(ReadValues.class.getName());
    Interceptors.readNoXml(message.getInterceptorChain());
    TAKING.take(message, this);
  }

  /** The action of CXF when it has read the body of a message. */
  private static final class Taking extends AbstractInDatabindingInterceptor {
    Taking() {
      super(Phase.UNMARSHAL);
    }

    @Override
    public void handleMessage(Message message) {
      throw new AssertionError("it is in no chain");
    }

    void take(Message message, ReadValues read) {
      TypedOperation typed = read.typed();
      boolean isAnswer = MessageUtils.isRequestor(message);
      BindingOperationInfo info = typed.info();
      BindingMessageInfo body = isAnswer ? info.getOutput() : info.getInput();
      setMessage(message, info, isAnswer, info.getBinding().getService(), body.getMessageInfo());
      MessageContentsList values = new MessageContentsList();
      values.put(isAnswer ? typed.answerPart() : typed.requestPart(), read.value());
      message.setContent(List.class, values);
    }
  }
}
