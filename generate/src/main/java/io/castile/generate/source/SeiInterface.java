package io.castile.generate.source;

import io.castile.wsdl.model.internal.Binding;
import java.util.List;

/**
 * An interface, which stands for a port type.
 *
 * @param className its full name
 * @param binding by which it is called
 * @param namespace of the interface: that of the port type, or that around the parts of rpc bodies
 * @param methods of it
 */
record SeiInterface(String className, Binding binding, String namespace, List<SeiMethod> methods) {
  SeiInterface {
    methods = List.copyOf(methods);
  }

  boolean isRpc() {
    return methods.stream().allMatch(SeiMethod::isRpc);
  }

  boolean isEncoded() {
    return methods.stream().allMatch(SeiMethod::isEncoded);
  }

  boolean isBare() {
    return methods.stream().allMatch(SeiMethod::isBare);
  }
}
