package io.castile.bench.encoded;

import io.castile.bench.data.Envelopes;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.encoded.EncodedCodecs;
import io.castile.codec.encoded.EncodedMessage;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;

/** Castile's codec of encoded messages, between constant bytes of the envelope. */
final class CastileEncoded implements EncodedStack.Prepared {
  private final EncodedMessage codec;
  private final XmlReader reader;
  private final XmlWriter writer = new XmlWriter();
  private final Object[] values;

  CastileEncoded(EncodedReply reply) {
    Class<?>[] structs = EncodedReply.STRUCTS_OF_ALL.toArray(Class<?>[]::new);
    BeanCodecs codecs = BeanCodecs.builder().types(structs).build();
    WrapperPart result = new WrapperPart(new QName("return"), reply.type());
    codec =
        new EncodedCodecs(codecs, () -> EncodedReply.STRUCTS_OF_ALL, EncodedReply.NAMESPACE)
            .message(reply.element(), List.of(result), true);
    reader = codecs.newReader();
    values = new Object[] {reply.value()};
  }

  @Override
  public int write() {
    writer.reset();
    writer.raw(Envelopes.start());
    codec.write(values, writer);
    writer.raw(Envelopes.end());
    return writer.size();
  }

  @Override
  public byte[] written() {
    return writer.toByteArray();
  }

  @Override
  public Object read(byte[] document) {
    reader.reset(document, 0, document.length);
    reader.nextChild(null); // Envelope
    reader.nextChild(null); // Body
    reader.nextChild(null);
    return codec.read(reader)[0];
  }

  /** Whether a result is equal to that of the reply, and shares what that shares. */
  boolean isRight(Object result) {
    return codec.equal(values, new Object[] {result});
  }
}
