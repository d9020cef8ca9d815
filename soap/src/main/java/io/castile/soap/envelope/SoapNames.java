package io.castile.soap.envelope;

import io.castile.soap.SoapVersion;
import io.castile.xml.NameTable;
import io.castile.xml.XmlName;

/** The names of one version of SOAP, known to one table of names. */
final class SoapNames {
  final SoapVersion version;
  final XmlName envelope;
  final XmlName header;
  final XmlName body;
  final XmlName fault;
  final XmlName faultDetail;
  final XmlName mustUnderstand;
  final XmlName role;

  SoapNames(SoapVersion version, NameTable names) {
    this.version = version;
    String uri = version.namespace();
    envelope = names.intern(uri, "Envelope");
    header = names.intern(uri, "Header");
    body = names.intern(uri, "Body");
    fault = names.intern(uri, "Fault");
    faultDetail =
        version == SoapVersion.SOAP_1_1 ? names.intern("", "detail") : names.intern(uri, "Detail");
    mustUnderstand = names.intern(uri, "mustUnderstand");
    role = names.intern(uri, version.roleAttribute());
  }
}
