package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.staxutils.StaxUtils;
import org.junit.jupiter.api.Test;

/** Services of the application on its own web server, called by Apache CXF. */
class ServicesTest {
  private static final Application APPLICATION = Application.SHARED;
  private static final QName NAME = new QName("urn:greeter", "greeter");

  @Test
  void aBeanIsServedWithItsWsdl() throws Exception {
    assertThat(APPLICATION.get("/services/greeter?wsdl"))
        .contains("definitions", "urn:greeter", APPLICATION.url + "/services/greeter");
  }

  @Test
  void aBeanAnswersOtherStacks() throws Exception {
    Service service = Service.create(NAME);
    service.addPort(NAME, SOAPBinding.SOAP11HTTP_BINDING, APPLICATION.url + "/services/greeter");
    Dispatch<Source> dispatch = service.createDispatch(NAME, Source.class, Service.Mode.PAYLOAD);

    Source answer =
        dispatch.invoke(
            new StreamSource(
                new StringReader("<g:greet xmlns:g='urn:greeter'><name>ann</name></g:greet>")));

    assertThat(StaxUtils.toString(answer)).contains("<return>hello ann</return>");
  }
}
