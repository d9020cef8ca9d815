package io.castile.soap.model;

import java.lang.reflect.Method;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a service: a method of the service endpoint interface, and the messages that a
 * call of it exchanges (WSDL 1.1 §2.4). Castile makes all implementations. Thread-safe.
 */
public interface Operation {
  /** The layout of the messages of an operation (WSDL 1.1 §3.4, §3.5). */
  public enum Style {
    /** Document/literal, one element that wraps the parameters. */
    WRAPPED,
    /** Document/literal, the parameter is the body. */
    BARE,
    /** Rpc/literal, or rpc/encoded. */
    RPC
  }

  /** Returns the name of the operation, in the namespace of the port type. */
  QName name();

  /** Returns how its messages are laid out. */
  Style style();

  /** Whether its messages are in SOAP encoding (SOAP 1.1 §5): rpc/encoded. */
  boolean isEncoded();

  /** Returns the SOAPAction; empty for none. */
  String action();

  /**
   * Returns the method of the interface, or of the class if there is no interface; a placeholder if
   * the operation has no method, as with clients that have only a WSDL.
   */
  Method method();

  /** Returns the types of the arguments of a call. */
  Class<?>[] parameterTypes();

  /** Whether no response message follows the request. */
  boolean oneWay();

  /** Returns the name of the element in the body of a request; null if the body is empty. */
  @Nullable QName requestElement();

  /** Returns the exceptions that the operation declares, each of which is a fault with a detail. */
  List<Class<? extends Throwable>> exceptions();
}
