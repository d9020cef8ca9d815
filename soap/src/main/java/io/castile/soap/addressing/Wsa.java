package io.castile.soap.addressing;

import java.util.Set;
import javax.xml.namespace.QName;

/** The names of WS-Addressing 1.0. */
final class Wsa {
  static final String NAMESPACE = "http://www.w3.org/2005/08/addressing";
  static final String METADATA_NAMESPACE = "http://www.w3.org/2007/05/addressing/metadata";

  static final QName TO = name("To");
  static final QName FROM = name("From");
  static final QName REPLY_TO = name("ReplyTo");
  static final QName FAULT_TO = name("FaultTo");
  static final QName ACTION = name("Action");
  static final QName MESSAGE_ID = name("MessageID");
  static final QName RELATES_TO = name("RelatesTo");
  static final QName FAULT_DETAIL = name("FaultDetail");

  /** All header blocks that there are. */
  static final Set<QName> BLOCKS =
      Set.of(TO, FROM, REPLY_TO, FAULT_TO, ACTION, MESSAGE_ID, RELATES_TO, FAULT_DETAIL);

  /** An address that is the connection of the request (Core §2.1). */
  static final String ANONYMOUS = NAMESPACE + "/anonymous";

  /** An address to which nothing is sent (Core §2.1). */
  static final String NONE = NAMESPACE + "/none";

  /** The relationship of an answer to its request (Core §3.1). */
  static final String REPLY = NAMESPACE + "/reply";

  /** The relation of a response where the request has no name. */
  static final String UNSPECIFIED = NAMESPACE + "/unspecified";

  /** The action of the faults of WS-Addressing itself (SOAP Binding §6). */
  static final String ADDRESSING_FAULT = NAMESPACE + "/fault";

  /** The action of faults that have none of their own (SOAP Binding §6). */
  static final String SOAP_FAULT = NAMESPACE + "/soap/fault";

  private Wsa() {}

  static QName name(String local) {
    return new QName(NAMESPACE, local, "wsa");
  }
}
