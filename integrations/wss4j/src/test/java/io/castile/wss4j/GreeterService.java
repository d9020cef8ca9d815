package io.castile.wss4j;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.security.Principal;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** Says whom it greets, and who has called. */
@WebService(
    serviceName = "GreeterService",
    portName = "GreeterPort",
    targetNamespace = "urn:greeter",
    endpointInterface = "io.castile.wss4j.Greeter")
public class GreeterService implements Greeter {
  private final List<String> greeted;
  final BlockingQueue<String> noted = new LinkedBlockingQueue<>();

  @Resource private WebServiceContext context;

  GreeterService() {
    this(new CopyOnWriteArrayList<>());
  }

  /**
   * @param greeted is told of all who are greeted
   */
  GreeterService(List<String> greeted) {
    this.greeted = greeted;
  }

  @Override
  public String greet(String name) throws Refusal {
    if (name.equals("nobody")) {
      throw new Refusal("not greeted", "nobody is here");
    }
    greeted.add(name);
    Principal caller = context.getUserPrincipal();
    return "hello " + name + " from " + (caller == null ? "?" : caller.getName());
  }

  @Override
  public void note(String name) {
    noted.add(name);
  }
}
