package io.castile.interop.axis1;

import io.castile.builders.Node;
import io.castile.builders.SoapArrayStruct;
import io.castile.builders.SoapStruct;
import io.castile.builders.SoapStructStruct;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.rpc.ParameterMode;
import org.apache.axis.Constants;
import org.apache.axis.client.Call;
import org.apache.axis.client.Service;
import org.apache.axis.encoding.ser.ArrayDeserializerFactory;
import org.apache.axis.encoding.ser.ArraySerializerFactory;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;

/** Calls by Axis 1.4's client, without generated code. */
final class AxisCalls {
  static final String NAMESPACE = "http://soapinterop.org/";
  static final String TYPES = "http://soapinterop.org/xsd";

  private final String url;

  AxisCalls(String url) {
    this.url = url;
  }

  /** A parameter: its name, and the name of its type. */
  record Parameter(String name, QName type) {}

  static QName xsd(String name) {
    return new QName(Constants.URI_DEFAULT_SCHEMA_XSD, name);
  }

  static QName struct(String name) {
    return new QName(TYPES, name);
  }

  /** Calls an operation with one parameter and a result of its type. */
  Object echo(String operation, String name, QName type, Class<?> result, Object argument)
      throws Exception {
    return call(operation, List.of(new Parameter(name, type)), type, result, argument);
  }

  Object call(
      String operation,
      List<Parameter> parameters,
      QName resultType,
      Class<?> result,
      Object... arguments)
      throws Exception {
    Call call = call(operation);
    for (Parameter parameter : parameters) {
      call.addParameter(parameter.name, parameter.type, ParameterMode.IN);
    }
    if (resultType == null) {
      call.setReturnType(org.apache.axis.encoding.XMLType.AXIS_VOID);
    } else {
      call.setReturnType(resultType, result);
    }
    return call.invoke(arguments);
  }

  /** A call that knows the types of the tests. */
  Call call(String operation) throws Exception {
    Call call = (Call) new Service().createCall();
    call.setTargetEndpointAddress(url);
    call.setOperationName(new QName(NAMESPACE, operation));
    call.setUseSOAPAction(true);
    call.setSOAPActionURI(NAMESPACE);
    bean(call, SoapStruct.class, "SOAPStruct");
    bean(call, SoapStructStruct.class, "SOAPStructStruct");
    bean(call, SoapArrayStruct.class, "SOAPArrayStruct");
    bean(call, Node.class, "Node");
    array(call, SoapStruct[].class, "ArrayOfSOAPStruct", "SOAPStruct");
    array(call, Node[].class, "ArrayOfNode", "Node");
    return call;
  }

  private static void bean(Call call, Class<?> type, String name) {
    call.registerTypeMapping(
        type,
        struct(name),
        new BeanSerializerFactory(type, struct(name)),
        new BeanDeserializerFactory(type, struct(name)));
  }

  private static void array(Call call, Class<?> type, String name, String item) {
    call.registerTypeMapping(
        type,
        struct(name),
        new ArraySerializerFactory(type, struct(item)),
        new ArrayDeserializerFactory());
  }
}
