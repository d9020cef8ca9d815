package io.castile.interop.matrix;

/** Styles of messages, each with the interface of the service in that style. */
enum Style {
  WRAPPED("document/literal wrapped", WrappedProbe.class, WrappedProbe.NAMESPACE),
  BARE("document/literal bare", BareProbe.class, BareProbe.NAMESPACE),
  RPC("rpc/literal", RpcProbe.class, RpcProbe.NAMESPACE);

  final String title;
  final Class<? extends Probe> sei;
  final String namespace;

  Style(String title, Class<? extends Probe> sei, String namespace) {
    this.title = title;
    this.sei = sei;
    this.namespace = namespace;
  }
}
