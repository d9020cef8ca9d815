package io.castile.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.interop.OwnGenerator.Made;
import io.castile.soap.SoapVersion;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Protocol;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;

/** Sends the examples of all operations of a description to services that were generated of it. */
final class TemplateCalls {
  private final Made made;
  private final List<String> failures = new ArrayList<>();
  private int sent;

  TemplateCalls(Made made) {
    this.made = made;
  }

  /** Says which method was called, and the names of arguments that it was not given. */
  private static final class Told implements InvocationHandler {
    final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Object.class) {
        return method.invoke(this, arguments);
      }
      StringBuilder missing = new StringBuilder();
      Parameter[] parameters = method.getParameters();
      for (int i = 0; i < parameters.length; i++) {
        WebParam said = parameters[i].getAnnotation(WebParam.class);
        boolean isSent =
            said == null || (said.mode() == WebParam.Mode.IN && !said.header()); // in the body
        if (isSent && arguments[i] == null) {
          missing.append(" without ").append(said == null ? "p" + i : said.name());
        }
      }
      calls.add(missing.toString());
      throw new UnsupportedOperationException("has no answer");
    }
  }

  /** How many examples were sent. */
  int sent() {
    return sent;
  }

  /** Sends them all; returns what went wrong. */
  List<String> failures() throws Exception {
    try (URLClassLoader loader = made.service().newLoader()) {
      for (Class<?> sei : ServiceCalls.interfaces(made.service(), loader)) {
        WebService said = sei.getAnnotation(WebService.class);
        QName portType = new QName(said.targetNamespace(), said.name());
        Told told = new Told();
        Object service = Proxy.newProxyInstance(loader, new Class<?>[] {sei}, told);
        SoapServer started;
        try {
          started =
              Castile.server()
                  .sameVersion(false)
                  .host("localhost")
                  .publish("/service", service)
                  .start();
        } catch (IllegalArgumentException e) {
          continue; // which ServiceCalls says
        }
        try (SoapServer server = started) {
          for (Binding binding : Descriptions.bindings(made.description())) {
            if (binding.protocol().isSoap() && binding.portType().name().equals(portType)) {
              send(binding, server.url("/service"), told);
            }
          }
        }
      }
    }
    return failures;
  }

  private void send(Binding binding, String url, Told told) throws Exception {
    boolean isSoap12 = binding.protocol() == Protocol.SOAP_1_2;
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class)
            .endpoint(url)
            .soapVersion(isSoap12 ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1)
            .build();
    dispatch.getRequestContext().put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
    for (BindingOperation each : binding.operations()) {
      if (each.input() != null && !each.input().attachments().isEmpty()) {
        continue; // which an example of what is in the body does not have
      }
      String template;
      try {
        template = Descriptions.values(made.description(), each).template();
      } catch (UnsupportedOperationException e) {
        continue; // in a form that is not called
      }
      dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, each.action());
      told.calls.clear();
      String fault = "";
      try {
        Source payload =
            template.isBlank()
                ? null
                : new StreamSource(new ByteArrayInputStream(template.getBytes(UTF_8)));
        if (each.operation().isOneWay()) {
          dispatch.invokeOneWay(payload);
        } else {
          dispatch.invoke(payload);
        }
      } catch (SOAPFaultException e) {
        fault = e.getMessage();
      }
      sent++;
      String call = told.calls.poll(each.operation().isOneWay() ? 20 : 0, TimeUnit.SECONDS);
      if (call == null || !call.isEmpty()) {
        failures.add(
            each.operation().name() + (call == null ? ": " + fault : call) + "\n" + template);
      }
    }
  }
}
