package io.castile.bench.encoded;

import io.castile.bench.encoded.message.Category;
import io.castile.bench.encoded.message.Hit;
import io.castile.bench.encoded.message.Quote;
import io.castile.bench.encoded.message.SearchResult;
import jakarta.xml.bind.annotation.XmlType;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.apache.axis.AxisEngine;
import org.apache.axis.Constants;
import org.apache.axis.Message;
import org.apache.axis.MessageContext;
import org.apache.axis.client.AxisClient;
import org.apache.axis.constants.Style;
import org.apache.axis.constants.Use;
import org.apache.axis.description.OperationDesc;
import org.apache.axis.encoding.SerializationContext;
import org.apache.axis.encoding.TypeMapping;
import org.apache.axis.encoding.TypeMappingRegistry;
import org.apache.axis.encoding.ser.ArrayDeserializerFactory;
import org.apache.axis.encoding.ser.ArraySerializerFactory;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;
import org.apache.axis.message.RPCElement;
import org.apache.axis.message.RPCParam;
import org.apache.axis.message.SOAPEnvelope;
import org.apache.axis.utils.JavaUtils;

/**
 * Axis 1.4 by the steps that its client takes: an envelope with an element of RPC, written by a
 * context of serialization, and read as the message of a response. Each object stands on its own
 * behind the message ({@code multiRef}); nothing is indented.
 */
final class AxisEncoded implements EncodedStack.Prepared {
  private static final String RESULT = "return";

  private final EncodedReply reply;
  private final Object value;
  private final AxisClient engine = new AxisClient();
  private final MessageContext context = new MessageContext(engine);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  AxisEncoded(EncodedReply reply) {
    this.reply = reply;
    this.value = reply.value();
    TypeMappingRegistry registry = context.getTypeMappingRegistry();
    TypeMapping types = registry.getOrMakeTypeMapping(Constants.URI_SOAP11_ENC);
    for (Class<?> struct : EncodedReply.STRUCTS_OF_ALL) {
      QName name = nameOf(struct);
      types.register(
          struct,
          name,
          new BeanSerializerFactory(struct, name),
          new BeanDeserializerFactory(struct, name));
    }
    array(types, Quote[].class, "ArrayOfQuote", nameOf(Quote.class));
    array(types, Hit[].class, "ResultElementArray", nameOf(Hit.class));
    array(types, Category[].class, "DirectoryCategoryArray", nameOf(Category.class));
    array(types, String[].class, "ArrayOfString", Constants.XSD_STRING);
    array(types, double[].class, "ArrayOfDouble", Constants.XSD_DOUBLE);
    array(types, int[].class, "ArrayOfInt", Constants.XSD_INT);
    context.setEncodingStyle(Constants.URI_SOAP11_ENC);
    context.setProperty(AxisEngine.PROP_DOMULTIREFS, Boolean.TRUE);
    context.setProperty(AxisEngine.PROP_DISABLE_PRETTY_XML, Boolean.TRUE);
    context.setProperty(AxisEngine.PROP_ENABLE_NAMESPACE_PREFIX_OPTIMIZATION, Boolean.FALSE);
    OperationDesc operation = new OperationDesc();
    operation.setName(reply.operation());
    operation.setStyle(Style.RPC);
    operation.setUse(Use.ENCODED);
    operation.setReturnQName(new QName(RESULT));
    operation.setReturnClass(reply.type());
    operation.setReturnType(types.getTypeQName(reply.type()));
    context.setOperation(operation);
  }

  private static QName nameOf(Class<?> struct) {
    XmlType named = struct.getAnnotation(XmlType.class);
    boolean isGoogles = named.namespace().equals(SearchResult.NAMESPACE);
    return new QName(isGoogles ? SearchResult.NAMESPACE : EncodedReply.NAMESPACE, named.name());
  }

  private static void array(TypeMapping types, Class<?> type, String name, QName item) {
    types.register(
        type,
        new QName(EncodedReply.NAMESPACE, name),
        new ArraySerializerFactory(item),
        new ArrayDeserializerFactory());
  }

  @Override
  public int write() throws Exception {
    SOAPEnvelope envelope = new SOAPEnvelope();
    RPCElement body = new RPCElement(EncodedReply.NAMESPACE, reply.element().getLocalPart(), null);
    body.setEncodingStyle(Constants.URI_SOAP11_ENC);
    RPCParam result = new RPCParam(null, RESULT, value);
    body.addParam(result);
    envelope.addBodyElement(body);
    out.reset();
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    SerializationContext serialization = new SerializationContext(writer, context);
    serialization.setSendDecl(false);
    envelope.output(serialization);
    writer.flush();
    return out.size();
  }

  @Override
  public byte[] written() {
    return out.toByteArray();
  }

  @Override
  public Object read(byte[] document) throws Exception {
    Message message = new Message(document);
    message.setMessageType(Message.RESPONSE);
    context.setResponseMessage(message);
    context.setPastPivot(true);
    RPCElement body = (RPCElement) message.getSOAPEnvelope().getFirstBody();
    RPCParam result = (RPCParam) body.getParams().get(0);
    return JavaUtils.convert(result.getObjectValue(), reply.type());
  }
}
