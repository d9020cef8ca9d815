package example;

import java.net.ServerSocket;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.transport.http.SimpleHTTPServer;

/** Calls a service of Axis2 three times, which is asked once. */
public class Main {
  public static void main(String[] arguments) throws Exception {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(
            "target/repository", null);
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    new SimpleHTTPServer(context, port).start();
    ServiceClient client = new ServiceClient();
    client
        .getOptions()
        .setTo(new EndpointReference("http://localhost:" + port + "/axis2/services/Quotes"));
    for (int i = 0; i < 3; i++) {
      OMElement question =
          AXIOMUtil.stringToOM(
              "<q:getPrice xmlns:q='http://example'><q:symbol>CSTL</q:symbol></q:getPrice>");
      OMElement answer = client.sendReceive(question);
      System.out.println("CSTL " + answer.getFirstElement().getText());
      client.cleanupTransport();
    }
    System.out.println("calls of the service: " + Quotes.CALLS);
    System.exit(0);
  }
}
