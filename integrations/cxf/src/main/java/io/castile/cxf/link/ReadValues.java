package io.castile.cxf.link;

import java.util.List;
import org.apache.cxf.interceptor.AbstractInDatabindingInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.jspecify.annotations.Nullable;

/**
 * The values of an answer that has come without XML, for CXF's chain to go on with.
 *
 * @param typed the operation that is answered
 * @param value of the element in the body
 */
record ReadValues(TypedOperation typed, @Nullable Object value) {
  private static final Taking TAKING = new Taking();

  /** Has the rest of a chain have the values, as if it had read them. */
  void give(Message answer) {
    answer.remove(ReadValues.class.getName());
    Interceptors.readNoXml(answer.getInterceptorChain());
    TAKING.take(answer, this);
  }

  /** What CXF does when it has read the body of a message. */
  private static final class Taking extends AbstractInDatabindingInterceptor {
    Taking() {
      super(Phase.UNMARSHAL);
    }

    @Override
    public void handleMessage(Message message) {
      throw new AssertionError("it is in no chain");
    }

    void take(Message answer, ReadValues read) {
      BindingOperationInfo info = read.typed().info();
      setMessage(
          answer, info, true, info.getBinding().getService(), info.getOutput().getMessageInfo());
      MessageContentsList values = new MessageContentsList();
      values.put(read.typed().part(), read.value());
      answer.setContent(List.class, values);
    }
  }
}
