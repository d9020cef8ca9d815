package io.castile.soap.model.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebServiceException;
import java.util.concurrent.Future;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Names and rules that annotations leave to defaults. */
class ServiceModelTest {
  private static final String NAMESPACE = "http://internal.model.soap.castile.io/";

  @WebService
  interface Defaults {
    String say(String first, @WebParam(name = "second") int other);

    @WebMethod(exclude = true)
    void hidden();

    Response<String> sayAsync(String first, int other);

    Future<?> sayAsync(String first, int other, AsyncHandler<String> handler);
  }

  @WebService
  interface Filled {
    void fill(@WebParam(mode = WebParam.Mode.OUT) Holder<String> text, int length);
  }

  @Test
  void takesNoArgumentsForNulls() {
    Operation say = ServiceModel.of(Defaults.class).operations().get(0);

    assertThat(OperationModel.of(say).requestValues(null)).containsExactly(null, null);
    assertThat(OperationModel.of(say).requestView(null)).containsExactly(null, null);
  }

  @Test
  void wantsAHolderWhereThereAreNoArguments() {
    Operation fill = ServiceModel.of(Filled.class).operations().get(0);

    assertThatThrownBy(() -> OperationModel.of(fill).checkHolders(null))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Cannot return a value in argument 1");
  }

  @Test
  void namesByDefault() {
    ServiceModel model = ServiceModel.of(Defaults.class);

    assertThat(model.portTypeName()).isEqualTo(new QName(NAMESPACE, "Defaults"));
    assertThat(model.serviceName()).isEqualTo(new QName(NAMESPACE, "DefaultsService"));
    assertThat(model.portName()).isEqualTo(new QName(NAMESPACE, "DefaultsPort"));
    assertThat(model.version()).isEqualTo(SoapVersion.SOAP_1_1);
    assertThat(model.operations()).hasSize(1);
    Operation say = model.operations().get(0);
    assertThat(say.name()).isEqualTo(new QName(NAMESPACE, "say"));
    assertThat(say.style()).isEqualTo(Operation.Style.WRAPPED);
    assertThat(say.action()).isEmpty();
    assertThat(say.oneWay()).isFalse();
    assertThat(say.requestElement()).isEqualTo(new QName(NAMESPACE, "say"));
    assertThat(OperationModel.of(say).request().bodyParts())
        .extracting(MessagePart::name)
        .containsExactly(new QName("arg0"), new QName("second"));
    assertThat(OperationModel.of(say).response().body().name())
        .isEqualTo(new QName(NAMESPACE, "sayResponse"));
    assertThat(OperationModel.of(say).response().bodyParts())
        .extracting(MessagePart::name)
        .containsExactly(new QName("return"));
  }

  @WebService(name = "Annotated", serviceName = "S", portName = "P", targetNamespace = "urn:a")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  @BindingType("http://www.w3.org/2003/05/soap/bindings/HTTP/?mtom=true")
  interface Annotated {
    @WebMethod(operationName = "op", action = "urn:act")
    @WebResult(partName = "out")
    String method(@WebParam(partName = "in", name = "ignored", targetNamespace = "urn:x") String s);
  }

  @Test
  void namesAsAnnotated() {
    ServiceModel model = ServiceModel.of(Annotated.class);

    assertThat(model.portTypeName()).isEqualTo(new QName("urn:a", "Annotated"));
    assertThat(model.serviceName()).isEqualTo(new QName("urn:a", "S"));
    assertThat(model.portName()).isEqualTo(new QName("urn:a", "P"));
    assertThat(model.version()).isEqualTo(SoapVersion.SOAP_1_2);
    Operation op = model.operations().get(0);
    assertThat(op.action()).isEqualTo("urn:act");
    assertThat(op.requestElement()).isEqualTo(new QName("urn:a", "op"));
    assertThat(OperationModel.of(op).request().bodyParts())
        .extracting(MessagePart::name)
        .containsExactly(new QName("in"));
    assertThat(OperationModel.of(op).response().body().name())
        .isEqualTo(new QName("urn:a", "opResponse"));
    assertThat(OperationModel.of(op).response().bodyParts())
        .extracting(MessagePart::name)
        .containsExactly(new QName("out"));
  }

  @WebService
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  interface Bare {
    String convert(String text);

    String header(@WebParam(header = true, name = "key") String key, String text);
  }

  @Test
  void barePartsAreNamedByTheOperation() {
    ServiceModel model = ServiceModel.of(Bare.class);

    Operation convert = model.operations().get(0);
    assertThat(convert.requestElement()).isEqualTo(new QName(NAMESPACE, "convert"));
    assertThat(OperationModel.of(convert).response().body().name())
        .isEqualTo(new QName(NAMESPACE, "convertResponse"));
    Operation header = model.operations().get(1);
    assertThat(OperationModel.of(header).request().headers())
        .extracting(Message.Header::name)
        .containsExactly(new QName(NAMESPACE, "key"));
  }

  @WebService
  public static class OfClass extends Unannotated implements Runnable {
    public String open() {
      return "";
    }

    @WebMethod(exclude = true)
    public void excluded() {}

    public static void fixed() {}

    public final void closed() {}

    @Override
    public void run() {}

    void notPublic() {}
  }

  /** Its methods are no operations of a subclass. */
  public static class Unannotated {
    public void inherited() {}

    @WebMethod
    public void marked() {}
  }

  @Test
  void operationsOfAClassAreItsPublicMethods() {
    ServiceModel model = ServiceModel.ofImplementation(OfClass.class);

    assertThat(model.operations())
        .extracting(Operation::toString)
        .containsExactly("marked", "open", "run");
    assertThat(model.serviceName().getLocalPart()).isEqualTo("OfClassService");
  }

  static final class Plain implements Defaults {
    @Override
    public String say(String first, int other) {
      return first;
    }

    @Override
    public void hidden() {}

    @Override
    public Response<String> sayAsync(String first, int other) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<?> sayAsync(String first, int other, AsyncHandler<String> handler) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aClassWithoutAnnotationIsDescribedByItsInterface() {
    ServiceModel model = ServiceModel.ofImplementation(Plain.class);

    assertThat(model.type()).isEqualTo(Defaults.class);
    assertThat(model.operations()).hasSize(1);
  }

  @WebService
  interface OneWayWithResult {
    @Oneway
    String wrong();
  }

  @WebService
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  interface TwoBareParts {
    void wrong(String one, String two);
  }

  @WebService
  @SOAPBinding(use = SOAPBinding.Use.ENCODED)
  interface Encoded {
    void wrong();
  }

  @WebService
  interface OutWithoutHolder {
    void wrong(@WebParam(mode = WebParam.Mode.OUT) String out);
  }

  /** Has none of the elements that the method below needs. */
  public static class ForeignWrapper {}

  @WebService
  interface WrongWrapper {
    @RequestWrapper(className = "io.castile.soap.model.internal.ServiceModelTest$ForeignWrapper")
    void wrong(@WebParam(name = "value") String value);
  }

  @WebService(endpointInterface = "no.such.Interface")
  static final class WithoutInterface {}

  @Test
  void contradictionsAreRefusedWithTheMethodNamed() {
    assertRefused(OneWayWithResult.class, "@Oneway", "wrong");
    assertRefused(TwoBareParts.class, "BARE", "2 parts", "wrong");
    assertRefused(Encoded.class, "ENCODED", "DOCUMENT", "RPC");
    assertRefused(OutWithoutHolder.class, "Holder", "OUT");
    assertThatThrownBy(() -> ServiceModel.of(WrongWrapper.class).plan())
        .isInstanceOf(BindingException.class)
        .hasMessageContainingAll("ForeignWrapper", "value");
    assertThatThrownBy(() -> ServiceModel.ofImplementation(WithoutInterface.class))
        .hasMessageContaining("no.such.Interface");
    assertThatThrownBy(() -> SoapVersion.ofBinding("urn:x")).hasMessageContaining("urn:x");
  }

  private static void assertRefused(Class<?> sei, String... parts) {
    assertThatThrownBy(() -> ServiceModel.of(sei))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(parts);
  }
}
