package io.castile.interop.peers;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The desk in Java, in each of its forms. Keeps what it was told. */
abstract class DeskService {
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  /** What was told, which may be heard after the answer. */
  final BlockingQueue<String> heard() {
    return heard;
  }

  public void tell(String text) {
    heard.add(text);
  }

  public void refuse(String text) {
    heard.add(text);
    throw new WebServiceException("refused");
  }

  public String inquire(String text) {
    return text;
  }

  /** Returns the desk of that form. */
  static DeskService of(boolean isAnswering, boolean isSoap12) {
    if (isAnswering) {
      return isSoap12 ? new Answering12() : new Answering();
    }
    return isSoap12 ? new OneWay12() : new OneWay();
  }

  /** Is told. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.Desk",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "DeskService",
      portName = "DeskPort")
  public static class OneWay extends DeskService implements Desk {
    @Override
    public void count(String text) {
      tell(text);
    }
  }

  /** The same in SOAP 1.2. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.Desk",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "DeskService",
      portName = "DeskPort")
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class OneWay12 extends OneWay {}

  /** Answers. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.AnsweringDesk",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "DeskService",
      portName = "DeskPort")
  public static class Answering extends DeskService implements AnsweringDesk {
    @Override
    public int count(String text) {
      tell(text);
      return 1;
    }
  }

  /** The same in SOAP 1.2. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.AnsweringDesk",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "DeskService",
      portName = "DeskPort")
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class Answering12 extends Answering {}
}
