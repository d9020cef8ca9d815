package io.castile.cxf.link;

import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.soap.SoapVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.CheckFaultInterceptor;
import org.apache.cxf.binding.soap.interceptor.MustUnderstandInterceptor;
import org.apache.cxf.binding.soap.interceptor.ReadHeadersInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapActionInInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapHeaderInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapHeaderOutFilterInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapPreProtocolOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.StartBodyInterceptor;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.interceptor.AttachmentInInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.interceptor.ServiceInvokerInterceptor;
import org.apache.cxf.interceptor.StaxInEndingInterceptor;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.jaxb.attachment.JAXBAttachmentSchemaValidationHack;
import org.apache.cxf.jaxws.interceptors.HolderInInterceptor;
import org.apache.cxf.jaxws.interceptors.HolderOutInterceptor;
import org.apache.cxf.jaxws.interceptors.SwAInInterceptor;
import org.apache.cxf.jaxws.interceptors.SwAOutInterceptor;
import org.apache.cxf.jaxws.interceptors.WrapperClassInInterceptor;
import org.apache.cxf.jaxws.interceptors.WrapperClassOutInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.wsdl.interceptors.BareOutInterceptor;
import org.apache.cxf.wsdl.interceptors.DocLiteralInInterceptor;
import org.apache.cxf.wsdl.interceptors.WrappedOutInterceptor;

/**
 * The known interceptors of CXF: those that do without the XML of a message, and those that only
 * make or read it. Any other one may want it.
 */
final class Interceptors {
  private static final String POLICY = "org.apache.cxf.ws.policy.";
  private static final String BINDING = "io.castile.cxf.databinding.";

  /** A message has that where policies hold for it. */
  private static final String POLICIES = POLICY + "AssertionInfoMap";

  /** The interceptors of messages that leave. The value tells whether one makes XML only. */
  private static final Map<String, Boolean> OF_LEAVING =
      known(
          List.of(
              HolderOutInterceptor.class.getName(),
              SwAOutInterceptor.class.getName(),
              WrapperClassOutInterceptor.class.getName(),
              SoapHeaderOutFilterInterceptor.class.getName(),
              SoapPreProtocolOutInterceptor.class.getName(),
              MessageSenderInterceptor.class.getName(),
              MessageSenderInterceptor.MessageSenderEndingInterceptor.class.getName(),
              LinkOutInterceptor.class.getName(),
              POLICY + "PolicyOutInterceptor",
              POLICY + "PolicyVerificationOutInterceptor"),
          List.of(
              AttachmentOutInterceptor.class.getName(),
              StaxOutInterceptor.class.getName(),
              SoapOutInterceptor.class.getName(),
              BareOutInterceptor.class.getName(),
              WrappedOutInterceptor.class.getName(),
              BINDING + "CastileJAXBDataBinding$GatherInterceptor"));

  /** The interceptors of messages that come. The value tells whether one reads XML only. */
  private static final Map<String, Boolean> OF_COMING =
      known(
          List.of(
              LinkInInterceptor.class.getName(),
              ArrivedValues.class.getName(),
              SoapActionInInterceptor.class.getName(),
              OneWayProcessorInterceptor.class.getName(),
              ServiceInvokerInterceptor.class.getName(),
              OutgoingChainInterceptor.class.getName(),
              "org.apache.cxf.frontend.WSDLGetInterceptor",
              "org.apache.cxf.javascript.JavascriptGetInterceptor",
              "org.apache.cxf.transport.https.CertConstraintsInterceptor",
              WrapperClassInInterceptor.class.getName(),
              HolderInInterceptor.class.getName(),
              SwAInInterceptor.class.getName(),
              POLICY + "PolicyInInterceptor",
              POLICY + "PolicyVerificationInInterceptor"),
          List.of(
              AttachmentInInterceptor.class.getName(),
              StaxInInterceptor.class.getName(),
              StaxInEndingInterceptor.class.getName(),
              ReadHeadersInterceptor.class.getName(),
              StartBodyInterceptor.class.getName(),
              MustUnderstandInterceptor.class.getName(),
              CheckFaultInterceptor.class.getName(),
              SoapHeaderInterceptor.class.getName(),
              DocLiteralInInterceptor.class.getName(),
              JAXBAttachmentSchemaValidationHack.class.getName(),
              BINDING + "CastileJAXBDataBinding$MessageInInterceptor"));

  private Interceptors() {}

  private static Map<String, Boolean> known(List<String> others, List<String> ofXml) {
    Map<String, Boolean> known = new HashMap<>();
    others.forEach(name -> known.put(name, false));
    ofXml.forEach(name -> known.put(name, true));
    return Map.copyOf(known);
  }

  // ---- a service's requests ----

  /**
   * Whether nothing wants the XML of a request of a service: an interceptor, or a setting of the
   * call. Where the chain has run that counts for those interceptors, too, which others have added.
   */
  static boolean mayArriveAsValues(Message request) {
    return !request.containsKey(POLICIES)
        && request instanceof SoapMessage soap
        && soap.getVersion() != null
        && MessageContents.version(request)
            == SoapVersion.ofMediaType(soap.getVersion().getContentType())
        && areKnown(request.getInterceptorChain(), OF_COMING)
        && !CastileJAXBDataBinding.wantsXmlOfRequest(request);
  }

  // ---- a service's answers ----

  /** Whether nothing wants the XML of an answer whose chain has got to the link. */
  static boolean mayLeaveAsValues(Message answer, Message request) {
    return !answer.containsKey(POLICIES)
        && areKnown(answer.getInterceptorChain(), OF_LEAVING)
        && isNothingLate(request.getInterceptorChain());
  }

  /** Whether nothing of the request's chain runs when the answer has left. */
  private static boolean isNothingLate(InterceptorChain chain) {
    for (Interceptor<? extends Message> each : chain) {
      if (each instanceof PhaseInterceptor<?> one
          && Phase.POST_INVOKE.equals(one.getPhase())
          && each.getClass() != OutgoingChainInterceptor.class) {
        return false;
      }
    }
    return true;
  }

  /** Has the rest of a message's chain make no XML. */
  static void leaveOutXml(InterceptorChain chain) {
    remove(chain, OF_LEAVING);
  }

  // ---- a client's requests ----

  /** Whether nothing wants the XML of a request whose chain has got to the link. */
  static boolean mayLeaveAsValues(Message request) {
    return !request.containsKey(POLICIES) && areKnown(request.getInterceptorChain(), OF_LEAVING);
  }

  // ---- a client's answers ----

  /** Whether nothing will want the XML of the answer to a client's request. */
  static boolean mayComeAsValues(Message request) {
    Exchange exchange = request.getExchange();
    Client client = exchange.get(Client.class);
    return client != null
        && !request.containsKey(POLICIES)
        && !request.containsKey(Message.IN_INTERCEPTORS)
        && !request.containsKey(Message.INTERCEPTOR_PROVIDERS)
        && Stream.of(
                exchange.getBus(),
                client,
                exchange.getEndpoint(),
                exchange.getBinding(),
                exchange.getEndpoint().getService().getDataBinding())
            .allMatch(
                each ->
                    !(each instanceof InterceptorProvider provider)
                        || areKnown(provider.getInInterceptors(), OF_COMING));
  }

  /** Has the chain of a message that has come as values read no XML. */
  static void readNoXml(InterceptorChain chain) {
    remove(chain, OF_COMING);
  }

  // ---- both ----

  private static boolean areKnown(
      Iterable<Interceptor<? extends Message>> interceptors, Map<String, Boolean> known) {
    for (Interceptor<? extends Message> each : interceptors) {
      if (!known.containsKey(each.getClass().getName())) {
        return false;
      }
    }
    return true;
  }

  private static void remove(InterceptorChain chain, Map<String, Boolean> known) {
    List<Interceptor<? extends Message>> removed = new ArrayList<>();
    for (Interceptor<? extends Message> each : chain) {
      if (known.getOrDefault(each.getClass().getName(), false)) {
        removed.add(each);
      }
    }
    removed.forEach(chain::remove);
  }
}
