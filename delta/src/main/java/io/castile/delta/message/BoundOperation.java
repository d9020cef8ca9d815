package io.castile.delta.message;

import io.castile.codec.Codec;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.DescribedOperation;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.Parameter;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation of another stack whose messages may go as values: each has one, which a codec writes
 * and reads.
 *
 * @param action the SOAPAction; empty for none
 * @param request of the element in the body of requests; null where they go as XML
 * @param answer of the element in the body of answers
 */
public record BoundOperation(
    QName name, String action, @Nullable Codec<Object> request, Codec<Object> answer) {
  public BoundOperation {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(answer, "answer");
  }

  DescribedOperation described() {
    return new DescribedOperation(name, action, false, answer, new Messages(request, answer));
  }

  private static final class Messages implements DescribedOperation.Messages {
    private final Message request;
    private final Message response;

    Messages(@Nullable Codec<Object> request, Codec<Object> answer) {
      this.request = message(request == null ? new BodyCodec.Any() : new BoundElement(request));
      this.response = message(new BoundElement(answer));
    }

    private static Message message(BodyCodec body) {
      return new Message(1, body, List.of(), List.of());
    }

    @Override
    public Operation.Style style() {
      return Operation.Style.BARE;
    }

    @Override
    public Message request() {
      return request;
    }

    @Override
    public Message response() {
      return response;
    }

    @Override
    public List<Parameter> requestParameters() {
      return List.of();
    }

    @Override
    public List<Parameter> responseParameters() {
      return List.of();
    }
  }

  /**
   * The body of messages of another stack, whose one value is what a codec writes and reads.
   * Immutable and thread-safe.
   */
  private static final class BoundElement implements BodyCodec {
    private final Codec<Object> codec;

    BoundElement(Codec<Object> codec) {
      this.codec = codec;
    }

    @Override
    public QName name() {
      return codec.name();
    }

    @Override
    public Codec<?> codec() {
      return codec;
    }

    @Override
    public @Nullable Object element(Object[] values) {
      return values[0];
    }

    @Override
    public void take(@Nullable Object element, Object[] values) {
      values[0] = element;
    }

    @Override
    public void write(Object[] values, XmlWriter out) {
      codec.write(values[0], out);
    }

    /** The other stack reads messages that are XML. */
    @Override
    public void read(XmlReader in, Object[] values) {
      throw in.unexpected("values", "element " + in.name());
    }

    @Override
    public boolean refersToAttachments() {
      return codec.refersToAttachments();
    }

    @Override
    public boolean hasBinaryData() {
      return codec.hasBinaryData();
    }
  }
}
