package io.castile.soap.server;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.FaultMapper;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.exchange.internal.SaajMessages;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.model.internal.TypeVariables;
import io.castile.soap.wsdl.XmlSources;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import java.lang.reflect.Type;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/**
 * The last link of a server's chain where the service takes messages as they are (Jakarta XML Web
 * Services 4.0 §5.1): payloads or whole messages as {@link Source}, whole messages as {@link
 * SOAPMessage}. Of whole messages the provider itself understands the header.
 */
final class ProviderInterceptor implements HeaderProcessor {
  private final Provider<Object> provider;
  private final boolean isSaaj;
  private final Type source; // where messages are not of SAAJ
  private final boolean isWhole;
  private final @Nullable ServiceContext context; // null where the provider has not asked for one
  private final FaultMapper faults;

  @SuppressWarnings("unchecked") // it is given what its type says, which is looked at here
  ProviderInterceptor(ServiceModel model, Provider<?> provider, FaultMapper faults) {
    this.provider = (Provider<Object>) provider;
    this.faults = faults;
    Class<?> type = provider.getClass();
    Type taken = new TypeVariables(type).resolve(Provider.class.getTypeParameters()[0]);
    ServiceMode mode = type.getAnnotation(ServiceMode.class);
    this.isSaaj = taken == SOAPMessage.class;
    this.isWhole = mode != null && mode.value() == Service.Mode.MESSAGE;
    this.source = taken;
    if (!isSaaj && !XmlSources.isKind(taken)) {
      throw new IllegalArgumentException(
          "Cannot use "
              + type.getName()
              + " as a provider of "
              + taken.getTypeName()
              + ". Use Provider<Source> or Provider<SOAPMessage>.");
    }
    if (isSaaj && !isWhole) {
      throw new IllegalArgumentException(
          "Cannot give "
              + type.getName()
              + " payloads, because a SOAPMessage is a whole message. Add"
              + " @ServiceMode(Service.Mode.MESSAGE).");
    }
    this.context = ServiceContext.injectedInto(provider, model);
  }

  @Override
  public boolean understands(QName block) {
    return isWhole;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    OperationModel operation = Messages.operation(request);
    Object given = given(request);
    return context == null
        ? call(request, operation, given)
        : context.during(request, () -> call(request, operation, given));
  }

  private @Nullable Object given(SoapRequest request) throws SoapMessageException {
    byte[] payload = (byte[]) request.arguments()[0]; // which checks the whole message
    if (!isWhole) {
      return XmlSources.of(source, payload);
    }
    if (isSaaj) {
      return SaajMessages.of(request.envelope(), request.parts());
    }
    return XmlSources.of(
        source,
        Utf8Messages.isUtf8(request.bytes(), request.charset())
            ? request.bytes()
            : DomWriter.toBytes(request.envelope()));
  }

  private SoapResponse call(SoapRequest request, OperationModel operation, @Nullable Object given) {
    try {
      Object answer = provider.invoke(given);
      if (answer == null) {
        request.acknowledge();
        return Responses.accepted(request, operation);
      }
      return response(request, operation, answer);
    } catch (SoapMessageException | RuntimeException | Error e) {
      return faults.thrown(request, operation, e);
    }
  }

  private SoapResponse response(SoapRequest request, OperationModel operation, Object answer)
      throws SoapMessageException {
    SoapResponse empty = Responses.ofCall(request, operation, new Object[] {null});
    if (answer instanceof SOAPMessage message) {
      return empty.withMessage(SaajMessages.envelope(message), true, SaajMessages.parts(message));
    }
    byte[] bytes = XmlSources.toBytes((Source) answer);
    if (isWhole) {
      if (bytes == null) {
        throw new IllegalArgumentException(
            "Cannot send an empty Source, because the provider's response is a whole message."
                + " Return an envelope.");
      }
      return empty.withMessage(bytes, true, Map.of());
    }
    SoapResponse response = Responses.ofCall(request, operation, new Object[] {bytes});
    return isFault(bytes, request.version())
        ? response.withMessage(response.bytes(), true, Map.of())
        : response;
  }

  private static boolean isFault(byte @Nullable [] payload, SoapVersion version) {
    return payload != null
        && XmlSources.rootName(payload).equals(new QName(version.namespace(), "Fault"));
  }

  @Override
  public String toString() {
    return "provider";
  }
}
