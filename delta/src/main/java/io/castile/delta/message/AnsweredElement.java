package io.castile.delta.message;

import io.castile.codec.Codec;
import io.castile.soap.model.BodyCodec;
import io.castile.soap.model.DescribedOperation;
import io.castile.soap.model.Message;
import io.castile.soap.model.Operation;
import io.castile.soap.model.Parameter;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an operation of another stack: requests that hold any element, and answers whose
 * one value is what a codec writes and reads. Immutable and thread-safe.
 */
final class AnsweredElement implements BodyCodec, DescribedOperation.Messages {
  private final Codec<Object> codec;
  private final Message request = new Message(1, new BodyCodec.Any(), List.of(), List.of());
  private final Message response;

  AnsweredElement(Codec<Object> codec) {
    this.codec = codec;
    this.response = new Message(1, this, List.of(), List.of());
  }

  // ---- the operation ----

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

  // ---- the body of an answer ----

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

  /** The other stack reads answers that are XML. */
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
