package io.castile.interop.matrix;

/** A client and a server, of which one at least is Castile, or has its codecs. */
enum Pair {
  CASTILE_CASTILE("Castile", Caller.of(Stack.CASTILE), Stack.CASTILE),
  CASTILE_CXF("Castile", Caller.of(Stack.CASTILE), Stack.CXF),
  CASTILE_METRO("Castile", Caller.of(Stack.CASTILE), Stack.METRO),
  CXF_CASTILE("CXF", Caller.of(Stack.CXF), Stack.CASTILE),
  CODECS_CXF("CXF with Castile's codecs", Caller.of(Stack.CXF_CODECS), Stack.CXF),
  CXF_CODECS("CXF", Caller.of(Stack.CXF), Stack.CXF_CODECS),
  METRO_CASTILE("Metro", Caller.of(Stack.METRO), Stack.CASTILE),
  ZEEP_CASTILE("zeep", ProgramCaller::zeep, Stack.CASTILE),
  NODE_SOAP_CASTILE("node-soap", ProgramCaller::nodeSoap, Stack.CASTILE),
  GSOAP_CASTILE("gSOAP", ProgramCaller::gsoap, Stack.CASTILE);

  final String title;
  final Caller.Maker client;
  final Stack server;

  Pair(String client, Caller.Maker maker, Stack server) {
    this.title = client + " → " + server.title;
    this.client = maker;
    this.server = server;
  }
}
