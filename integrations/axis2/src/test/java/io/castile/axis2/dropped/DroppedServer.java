package io.castile.axis2.dropped;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.transport.http.SimpleHTTPServer;

/**
 * A program that has Axis2 on its class path and nothing of Castile: its repository has the module
 * as an archive. It says how often the service was called for three equal calls.
 */
public final class DroppedServer {
  private static final AtomicInteger CALLS = new AtomicInteger();

  private DroppedServer() {}

  /** The service. */
  public static class Counter {
    public int count(String name) {
      return CALLS.incrementAndGet();
    }
  }

  /**
   * @param arguments the repository, and a free port
   */
  public static void main(String[] arguments) throws Exception {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(arguments[0], null);
    int port = Integer.parseInt(arguments[1]);
    AxisService service =
        AxisService.createService(Counter.class.getName(), context.getAxisConfiguration());
    service.setName("Counter");
    context.getAxisConfiguration().addService(service);
    service.addParameter(
        new Parameter("policy", "{rules: [{operation: count, cache: true, ttl: 1h}]}"));
    service.engageModule(context.getAxisConfiguration().getModule("castile"));
    SimpleHTTPServer server = new SimpleHTTPServer(context, port);
    server.start();
    ServiceClient client = new ServiceClient(context, null);
    client
        .getOptions()
        .setTo(new EndpointReference("http://localhost:" + port + "/axis2/services/Counter"));
    for (int i = 0; i < 3; i++) {
      client.sendReceive(
          AXIOMUtil.stringToOM(
              "<c:count xmlns:c='http://dropped.axis2.castile.io'><c:name>a</c:name></c:count>"));
      client.cleanupTransport();
    }
    System.out.println("calls: " + CALLS);
    Runtime.getRuntime().halt(0); // the server takes seconds to stop
  }
}
