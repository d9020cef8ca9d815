package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A service whose calls wait until somebody lets them through. */
@WebService(name = "Gate", targetNamespace = "urn:gate?a&b<c>")
public interface Gate {
  /** Returns {@code number} when the call has been let through. */
  @WebMethod
  int pass(int number);

  /** Counts who has come, and lets nobody through by itself. */
  @WebService(
      endpointInterface = "io.castile.Gate",
      serviceName = "GateService",
      targetNamespace = "urn:gate?a&b<c>")
  final class Service implements Gate {
    /** A request with number 7, for what writes to connections by itself. */
    static final String REQUEST =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<g:pass xmlns:g='urn:gate?a&amp;b&lt;c>'><arg0>7</arg0>"
            + "</g:pass></e:Body></e:Envelope>";

    private static final String PATH = "/gate";

    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore open = new Semaphore(0);

    /** Begins a server of this one service. */
    ServerBuilder server() {
      return Castile.server().host("localhost").publish(PATH, this);
    }

    /** A client of such a server. */
    static Gate client(SoapServer server) {
      return Castile.client(Gate.class).endpoint(server.url(PATH)).build();
    }

    /** What stands before a request of so many bytes. */
    static String head(int length, String... fields) {
      return "POST "
          + PATH
          + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: "
          + length
          + "\r\n"
          + String.join("", fields)
          + "\r\n";
    }

    /** A connection on which nothing is waited for without end. */
    static Socket connect(SoapServer server) throws IOException {
      Socket socket = new Socket(InetAddress.getByName("localhost"), server.port());
      socket.setSoTimeout(20_000);
      return socket;
    }

    @Override
    public int pass(int number) {
      arrived.release();
      open.acquireUninterruptibly();
      return number;
    }

    void awaitArrival() throws InterruptedException {
      assertThat(arrived.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Whether one more call has come, without waiting for it. */
    boolean hasArrived() {
      return arrived.tryAcquire();
    }

    void letThrough(int calls) {
      open.release(calls);
    }
  }
}
