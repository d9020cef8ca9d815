package io.castile.bench.stack;

import io.castile.bench.data.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.databinding.ADBBean;

/**
 * Axis2 with its data binding ADB, by the steps that its generated stubs take: beans in a SOAP
 * envelope of Axiom, written as they are asked, read without keeping the tree.
 */
final class AdbStack implements Stack {
  private static final String BEANS = "io.castile.bench.adb.";

  /** Held, so that its level stays: it would warn of every StAX parser newer than itself. */
  private static final Logger DIALECTS =
      Logger.getLogger("org.apache.axiom.util.stax.dialect.StAXDialectDetector");

  static {
    DIALECTS.setLevel(Level.OFF);
  }

  @Override
  public String name() {
    return "Axis2/ADB";
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public boolean reads() {
    return true;
  }

  @Override
  public Prepared prepare(Message message) throws Exception {
    return new PreparedAdb(message);
  }

  private static final class PreparedAdb implements Prepared {
    private final QName element;
    private final MethodHandle parse;
    private final SOAPFactory soap = OMAbstractFactory.getSOAP11Factory();
    private final OMOutputFormat format = new OMOutputFormat();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private ADBBean bean;

    PreparedAdb(Message message) throws Exception {
      element = message.element();
      Class<?> type = Class.forName(BEANS + message.type().getSimpleName());
      Class<?> factory = Class.forName(type.getName() + "$Factory");
      MethodHandle exact =
          MethodHandles.publicLookup()
              .findStatic(factory, "parse", MethodType.methodType(type, XMLStreamReader.class));
      parse = exact.asType(MethodType.methodType(ADBBean.class, XMLStreamReader.class));
      format.setCharSetEncoding(StandardCharsets.UTF_8.name());
      bean = read(ReferenceAnswers.document(message));
    }

    @Override
    public int write() throws Exception {
      SOAPEnvelope envelope = soap.getDefaultEnvelope();
      envelope.getBody().addChild(bean.getOMElement(element, soap));
      out.reset();
      envelope.serializeAndConsume(out, format);
      return out.size();
    }

    @Override
    public byte[] written() {
      return out.toByteArray();
    }

    @Override
    public ADBBean read(byte[] document) throws Exception {
      SOAPModelBuilder builder =
          OMXMLBuilderFactory.createSOAPModelBuilder(
              new ByteArrayInputStream(document), StandardCharsets.UTF_8.name());
      try {
        OMElement reply = builder.getSOAPEnvelope().getBody().getFirstElement();
        return (ADBBean) parse.invokeExact(reply.getXMLStreamReaderWithoutCaching());
      } catch (Exception | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("ADB cannot read the message", e);
      } finally {
        builder.close();
      }
    }

    @Override
    public void adopt(Object read) {
      bean = (ADBBean) read;
    }
  }
}
