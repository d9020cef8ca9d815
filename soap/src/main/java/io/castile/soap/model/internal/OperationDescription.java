package io.castile.soap.model.internal;

import io.castile.soap.model.Operation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The description of one operation by its annotations, before codecs are made for it.
 *
 * @param isEncoded whether its messages are in SOAP encoding, which rpc messages may be
 * @param request the request message
 * @param response the response message; null for a one-way operation
 * @param outputs indexes of the parameters that a response sets, in order
 * @param exceptions the declared service exceptions
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record OperationDescription(
    QName name,
    Operation.Style style,
    boolean isEncoded,
    String action,
    Method method,
    MessageDescription request,
    @Nullable MessageDescription response,
    int[] outputs,
    List<Class<? extends Throwable>> exceptions) {
  public OperationDescription {
    exceptions = List.copyOf(exceptions);
  }

  /**
   * One message.
   *
   * @param slots the length of the array of values
   * @param wrapper the name of the element around the parts; null for the bare style
   * @param wrapperClass the name of the class of that element, if there is one; null for none
   * @param wrapperNamed whether an annotation names the class; else it was found under the name
   *     that tools give by default
   * @param parts body parts and header blocks
   */
  record MessageDescription(
      int slots,
      @Nullable QName wrapper,
      @Nullable String wrapperClass,
      boolean wrapperNamed,
      List<MessagePart> parts) {
    MessageDescription {
      parts = List.copyOf(parts);
    }

    List<MessagePart> bodyParts() {
      return parts(false);
    }

    List<MessagePart> headerParts() {
      return parts(true);
    }

    private List<MessagePart> parts(boolean header) {
      List<MessagePart> found = new ArrayList<>();
      for (MessagePart part : parts) {
        if (part.header() == header) {
          found.add(part);
        }
      }
      return found;
    }

    /** The name of the element in the body; null where the body is empty. */
    @Nullable QName element() {
      if (wrapper != null) {
        return wrapper;
      }
      List<MessagePart> body = bodyParts();
      return body.isEmpty() ? null : body.get(0).name();
    }
  }
}
