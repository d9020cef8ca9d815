package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cxf.Reasons.Unknown;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.FreePorts;
import io.castile.shop.WrappedShop;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.cxf.annotations.UseAsyncMethod;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.jaxws.ServerAsyncResponse;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.policy.WSPolicyFeature;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests as values that a service of CXF, or the way to it, does not take: each call is one. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RefusedRequestsTest extends TypedEnds {
  private static Stream<Arguments> others() {
    return Stream.of(
        other("restarted", factory -> factory.getFeatures().add(new DifferentialFeature(TYPED))),
        other(
            "values off",
            factory ->
                factory
                    .getFeatures()
                    .add(
                        new DifferentialFeature(
                            DifferentialOptions.builder().typed(false).build()))),
        other(
            "JAXB",
            factory -> {
              factory.getFeatures().add(new DifferentialFeature(TYPED));
              factory.setDataBinding(new JAXBDataBinding());
            }),
        other("without the link", factory -> {}),
        other(
            "an interceptor",
            factory -> {
              factory.getFeatures().add(new DifferentialFeature(TYPED));
              factory.getInInterceptors().add(new Unknown(Phase.RECEIVE));
            }),
        other(
            "small",
            factory ->
                factory
                    .getFeatures()
                    .add(
                        new DifferentialFeature(
                            TYPED.toBuilder().maxMessageBytes(1_000).build()))));
  }

  private static Arguments other(String name, Consumer<JaxWsServerFactoryBean> options) {
    return Arguments.of(Named.of(name, options));
  }

  @RepeatedTest(8)
  void aServerWithoutTheLinkSaysInManyWordsThatItCannotReadThem() throws Exception {
    aServerThatDoesNotTakeARequestGetsItOnceAsXml(factory -> {});
  }

  @ParameterizedTest
  @MethodSource("others")
  void aServerThatDoesNotTakeARequestGetsItOnceAsXml(Consumer<JaxWsServerFactoryBean> options)
      throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new NotingShop(), factory -> {});
    WrappedShop port = caller(wire);
    port.sameItems(items(0));
    port.sameItems(items(1));
    NotingShop other = new NotingShop();
    Published second =
        opened(
            Shops.publish(
                WrappedShop.class,
                other,
                SoapVersion.SOAP_1_1,
                factory -> {
                  factory.setDataBinding(binding(Templates.off()));
                  options.accept(factory);
                }));

    wire.goTo(second.url());
    assertThat(port.sameItems(items(2))).isEqualTo(items(2));
    assertThat(port.sameItems(items(3))).isEqualTo(items(3));

    assertThat(other.called).containsExactly(items(2), items(3));
    assertThat(wire.passed().get(2).isRequestOfValues()).isTrue();
    assertThat(wire.passed().get(3).question()[0]).isEqualTo((byte) '<');
    assertThat(written("sameItems")).isBetween(2L, 3L);
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(1);
  }

  /** Has one more property than the others. */
  public static class Wide {
    public String name;
    public int more;
  }

  /** As above. */
  public static class Narrow {
    public String name;
  }

  /** A service, and its next release. */
  @WebService(name = "Release", targetNamespace = "urn:release")
  public interface First {
    String name(@WebParam(name = "bean") Narrow bean);
  }

  /** As above. */
  @WebService(name = "Release", targetNamespace = "urn:release")
  public interface Second {
    String name(@WebParam(name = "bean") Wide bean);
  }

  /** As above. */
  @WebService(
      targetNamespace = "urn:release",
      endpointInterface = "io.castile.cxf.RefusedRequestsTest$First")
  public static class FirstService implements First {
    @Override
    public String name(Narrow bean) {
      return bean.name;
    }
  }

  /** As above. */
  @WebService(
      targetNamespace = "urn:release",
      endpointInterface = "io.castile.cxf.RefusedRequestsTest$Second")
  public static class SecondService implements Second {
    @Override
    public String name(Wide bean) {
      return bean.name + bean.more;
    }
  }

  /** A service of one element each way. */
  @WebService(name = "Bare", targetNamespace = "urn:bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface Bare {
    Narrow same(@WebParam(name = "bean") Narrow bean);
  }

  /** As above. */
  @WebService(
      targetNamespace = "urn:bare",
      endpointInterface = "io.castile.cxf.RefusedRequestsTest$Bare")
  public static class BareService implements Bare {
    @Override
    public Narrow same(Narrow bean) {
      return bean;
    }
  }

  /** As above; its answers come when its thread has left the chain. */
  @WebService(name = "Bare", targetNamespace = "urn:bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public static class Later {
    final AtomicInteger calls = new AtomicInteger();

    @UseAsyncMethod
    public Narrow same(@WebParam(name = "bean") Narrow bean) {
      throw new AssertionError("the other one is called");
    }

    @WebMethod(exclude = true)
    public Future<?> sameAsync(Narrow bean, AsyncHandler<Narrow> handler) {
      calls.incrementAndGet();
      ServerAsyncResponse<Narrow> response = new ServerAsyncResponse<>();
      new Thread(
              () -> {
                response.set(bean);
                handler.handleResponse(response);
              })
          .start();
      return response;
    }
  }

  @Test
  void aServiceThatAnswersLaterGetsTheArgumentsOnce() throws Exception {
    Wire wire = serve(End.CXF, Bare.class, new BareService(), factory -> {});
    Bare port = caller(End.CXF, Bare.class, wire.url(), factory -> {});
    Narrow bean = new Narrow();
    bean.name = "n";
    port.same(bean);
    Later service = new Later();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(service);
    factory.setAddress("http://localhost:" + FreePorts.next() + "/later");
    factory.setDataBinding(binding(Templates.off()));
    factory.getFeatures().add(new DifferentialFeature(TYPED));
    Server later = factory.create();
    opened(later::destroy);

    assertThat(Shops.client(Bare.class, factory.getAddress()).same(bean).name).isEqualTo("n");

    wire.goTo(factory.getAddress());
    assertThat(port.same(bean).name).isEqualTo("n");
    assertThat(port.same(bean).name).isEqualTo("n");

    assertThat(service.calls).hasValue(3);
    assertThat(wire.requestsOfValues()).containsExactly(false, true, true);
  }

  @Test
  void anotherPlanIsAskedForAsXml() throws Exception {
    Wire wire = serve(End.CXF, First.class, new FirstService(), factory -> {});
    First port = caller(End.CXF, First.class, wire.url(), factory -> {});
    Narrow bean = new Narrow();
    bean.name = "n";
    port.name(bean);
    port.name(bean);
    serve(End.CXF, Second.class, new SecondService(), factory -> {});

    wire.goTo(published.get(1).url());
    assertThat(port.name(bean)).isEqualTo("n0");
    assertThat(port.name(bean)).isEqualTo("n0");

    assertThat(wire.requestsOfValues()).containsExactly(false, true, true, false, false);
    assertThat(wire.passed().get(2).told("castile")).contains(";u");
    assertThat(published.get(1).calls("name")).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(End.class)
  void aDamagedRequestIsSentOnceAsXml(End server) throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(server, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(wire);
    port.sameItems(items(0));
    wire.damageNextQuestion(
        content -> {
          content[content.length - 1] ^= 1;
          return content;
        });

    assertThat(port.sameItems(items(1))).isEqualTo(items(1));
    assertThat(port.sameItems(items(2))).isEqualTo(items(2));

    assertThat(service.called).containsExactly(items(0), items(1), items(2));
    assertThat(wire.requestsOfValues()).containsExactly(false, true, false, true);
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(1);
  }

  /** The XML of the request is made then, for its header. */
  @ParameterizedTest
  @EnumSource(End.class)
  void aDamagedAnswerToValuesIsFetchedAndTheServiceNotCalledAgain(End server) throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(server, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(wire);
    port.sameItems(items(0));
    port.sameItems(items(1));
    wire.damageNext(
        content -> {
          content[content.length - 1] ^= 1;
          return content;
        });

    assertThat(port.sameItems(items(2))).isEqualTo(items(2));
    assertThat(port.sameItems(items(3))).isEqualTo(items(3));

    assertThat(service.called).containsExactly(items(0), items(1), items(2), items(3));
    assertThat(clientLink.statistics().fetched()).isEqualTo(1);
    assertThat(wire.requestsOfValues()).containsExactly(false, true, true, false, true);
    assertThat(wire.passed().get(3).asked("castile")).contains(";f=");
  }

  @Test
  void valuesWhoseCodingIsLostAreReadAndTheServiceIsCalledOnce() throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(wire);
    port.echo("a");

    wire.loseNextCoding();
    assertThat(port.echo("b")).isEqualTo("b");
    wire.loseNextCoding();
    assertThatThrownBy(() -> port.echo("of the sender"))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessage("no");

    assertThat(service.called).containsExactly("a", "b", "of the sender");
    assertThat(wire.requestsOfValues()).containsExactly(false, true, true);
  }

  @Test
  void aRefusedCodingHasTheRequestSentOnceAsXml() throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(wire);
    port.sameItems(items(0));
    wire.refuseNext(415);

    assertThat(port.sameItems(items(1))).isEqualTo(items(1));

    assertThat(service.called).containsExactly(items(0), items(1));
  }

  @Test
  void aConnectionThatBreaksFailsAsForXmlAndNothingIsSentAgain() throws Exception {
    for (Wire.Cut cut : List.of(Wire.Cut.BEFORE_SERVER, Wire.Cut.BEFORE_ANSWER)) {
      NotingShop service = new NotingShop();
      Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
      WrappedShop port = caller(wire);
      WrappedShop plain = Shops.client(WrappedShop.class, wire.url());
      port.echo("a");
      port.echo("b");
      service.called.clear();

      wire.cutNext(cut);
      Throwable expected = catchThrowable(() -> plain.echo("c"));
      wire.cutNext(cut);
      Throwable thrown = catchThrowable(() -> port.echo("c"));

      assertThat(thrown).isInstanceOf(WebServiceException.class).hasMessage(expected.getMessage());
      assertThat(thrown.getCause()).hasSameClassAs(expected.getCause());
      assertThat(service.called).hasSize(cut == Wire.Cut.BEFORE_SERVER ? 0 : 2);
      assertThat(port.echo("d")).isEqualTo("d");
    }
  }

  private static WSPolicyFeature passwords() throws Exception {
    String policy =
        """
        <wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"
            xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702">
          <sp:SupportingTokens>
            <wsp:Policy><sp:UsernameToken><wsp:Policy/></sp:UsernameToken></wsp:Policy>
          </sp:SupportingTokens>
        </wsp:Policy>
        """;
    WSPolicyFeature feature = new WSPolicyFeature();
    feature.setPolicyElements(
        List.of(StaxUtils.read(new StringReader(policy)).getDocumentElement()));
    return feature;
  }

  /** Policies of a service are found when its chain runs already. */
  @Test
  void aServiceWhosePoliciesWantMoreSaysSoAsToXml() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new NotingShop(), factory -> {});
    WrappedShop port = caller(wire);
    port.echo("a");
    Published secured =
        opened(
            Shops.publish(
                WrappedShop.class,
                new NotingShop(),
                SoapVersion.SOAP_1_1,
                factory -> {
                  factory.setDataBinding(binding(Templates.off()));
                  factory.getFeatures().add(new DifferentialFeature(TYPED));
                  try {
                    factory.getFeatures().add(passwords());
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                }));
    WrappedShop plain = Shops.client(WrappedShop.class, secured.url());
    Throwable expected = catchThrowable(() -> plain.echo("b"));

    wire.goTo(secured.url());
    Throwable thrown = catchThrowable(() -> port.echo("b"));

    assertThat(expected).isInstanceOf(SOAPFaultException.class);
    assertThat(thrown).hasSameClassAs(expected).hasMessage(expected.getMessage());
    assertThat(secured.served()).isEmpty();
    assertThat(wire.requestsOfValues()).containsExactly(false, true);
  }

  /** Refuses some values. */
  public static class Picky {
    private String name;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      if (name.equals("bad")) {
        throw new IllegalArgumentException("a bad name");
      }
      this.name = name;
    }
  }

  /** As {@link First}, with a class that refuses values. */
  @WebService(name = "Release", targetNamespace = "urn:release")
  public interface PickyFirst {
    String name(@WebParam(name = "bean") Picky bean);
  }

  /** As above. */
  @WebService(
      targetNamespace = "urn:release",
      endpointInterface = "io.castile.cxf.RefusedRequestsTest$PickyFirst")
  public static class PickyService implements PickyFirst {
    @Override
    public String name(Picky bean) {
      return bean.getName();
    }
  }

  @Test
  void valuesThatAClassRefusesAreAskedForAsXmlWhichSaysWhatIsWrong() throws Exception {
    Wire wire = serve(End.CXF, PickyFirst.class, new PickyService(), factory -> {});
    First port = caller(End.CXF, First.class, wire.url(), factory -> {});
    First plain = Shops.client(First.class, wire.url());
    Narrow good = new Narrow();
    good.name = "good";
    Narrow bad = new Narrow();
    bad.name = "bad";
    assertThat(port.name(good)).isEqualTo("good");

    Throwable expected = catchThrowable(() -> plain.name(bad));
    Throwable thrown = catchThrowable(() -> port.name(bad));

    assertThat(thrown).hasSameClassAs(expected).hasMessage(expected.getMessage());
    assertThat(port.name(good)).isEqualTo("good");
    assertThat(wire.requestsOfValues()).startsWith(false, false, true, false);
    assertThat(published.get(0).calls("name")).isEqualTo(2);
  }
}
