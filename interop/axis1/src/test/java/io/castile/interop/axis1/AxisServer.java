package io.castile.interop.axis1;

import io.castile.builders.BuildersService;
import io.castile.builders.Node;
import io.castile.builders.SoapArrayStruct;
import io.castile.builders.SoapStruct;
import io.castile.builders.SoapStructStruct;
import java.io.IOException;

/** Axis 1.4's own server, with the operations of {@link BuildersService}. */
final class AxisServer implements AutoCloseable {
  private static final String BEAN =
      "<beanMapping xmlns:s='http://soapinterop.org/xsd' qname='s:%s' languageSpecificType='java:%s'/>";
  private static final String ARRAY =
      "<typeMapping xmlns:s='http://soapinterop.org/xsd' qname='s:ArrayOf%s' type='java:%s[]'"
          + " serializer='org.apache.axis.encoding.ser.ArraySerializerFactory'"
          + " deserializer='org.apache.axis.encoding.ser.ArrayDeserializerFactory'"
          + " encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'/>";

  private final OwnEngineServer server;

  /**
   * @param multiRefs whether objects stand behind the message on their own
   */
  AxisServer(boolean multiRefs) throws Exception {
    server = new OwnEngineServer(deployment(multiRefs));
  }

  private static String deployment(boolean multiRefs) {
    return "<deployment xmlns='http://xml.apache.org/axis/wsdd/'"
        + " xmlns:java='http://xml.apache.org/axis/wsdd/providers/java'>"
        + "<globalConfiguration><parameter name='sendMultiRefs' value='"
        + multiRefs
        + "'/><parameter name='adminPassword' value='none'/></globalConfiguration>"
        + "<handler name='URLMapper' type='java:org.apache.axis.handlers.http.URLMapper'/>"
        + "<transport name='SimpleHTTP'><requestFlow><handler type='URLMapper'/></requestFlow>"
        + "</transport>"
        + "<service name='echo' provider='java:RPC' style='rpc' use='encoded'>"
        + "<namespace>http://soapinterop.org/</namespace>"
        + "<parameter name='className' value='"
        + BuildersService.class.getName()
        + "'/><parameter name='allowedMethods' value='*'/>"
        + bean("SOAPStruct", SoapStruct.class)
        + bean("SOAPStructStruct", SoapStructStruct.class)
        + bean("SOAPArrayStruct", SoapArrayStruct.class)
        + bean("Node", Node.class)
        + ARRAY.formatted("SOAPStruct", SoapStruct.class.getName())
        + ARRAY.formatted("Node", Node.class.getName())
        + "</service></deployment>";
  }

  private static String bean(String name, Class<?> type) {
    return BEAN.formatted(name, type.getName());
  }

  String url() {
    return server.url("echo");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
