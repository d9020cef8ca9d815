package io.castile.interop.samples;

import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.PrintStream;
import javax.xml.namespace.QName;

/** What is wrong, and of which kind the exception is. */
final class Misuse implements Sample {
  private interface Attempt {
    void run() throws Exception;
  }

  private static void attempt(String what, Attempt attempt, PrintStream out) {
    try {
      attempt.run();
      out.println(what + ": nothing");
    } catch (WebServiceException e) {
      out.println(what + ": WebServiceException");
    } catch (Exception e) {
      out.println(what + ": " + e.getClass().getSimpleName());
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Endpoint endpoint = Endpoint.create(new AddNumbersImpl());
    Sample.published(
        endpoint,
        address -> {
          Service service = new AddNumbersService(Sample.wsdl(address));
          QName other = new QName("urn:add", "Other");
          attempt("port", () -> service.getPort(other, AddNumbers.class), out);
          attempt("interface", () -> service.getPort(AddNumbersService.PORT, Runnable.class), out);
          attempt("service", () -> Service.create(Sample.wsdl(address), other).getPort(null), out);
          attempt("again", () -> endpoint.publish(address), out);
          attempt("taken", () -> Endpoint.publish(address, new AddNumbersImpl()), out);
        });
    attempt("stopped", () -> endpoint.publish(Sample.address("/x")), out);
    attempt("reference", () -> Endpoint.create(new AddNumbersImpl()).getEndpointReference(), out);
    attempt("null", () -> Endpoint.create((Object) null), out);
  }
}
