/** WS-Security by Apache WSS4J. */
module io.castile.wss4j {
  requires transitive io.castile.soap;
  requires static org.jspecify;
  requires java.xml.crypto;
  requires org.apache.santuario.xmlsec;
  requires org.apache.wss4j.common;
  requires org.apache.wss4j.dom;
  requires org.apache.wss4j.policy;
  requires neethi;
  requires org.slf4j;

  exports io.castile.wss4j;

  provides io.castile.soap.security.internal.EnvelopeSecurity.Provider with
      io.castile.wss4j.internal.SecurityFiles;
}
