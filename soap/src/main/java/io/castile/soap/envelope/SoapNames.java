package io.castile.soap.envelope;

import io.castile.soap.SoapVersion;
import io.castile.xml.NameTable;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import java.nio.charset.StandardCharsets;

/** The names and constant markup of one version of SOAP, known to one table of names. */
public final class SoapNames {
  private static final String PREFIX = "soap";

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

  // ---- markup; the prefix is the same in both versions ----

  public static final byte[] ENVELOPE_START = utf8("<" + PREFIX + ":Envelope");
  public static final byte[] HEADER_START = utf8("<" + PREFIX + ":Header>");
  public static final byte[] HEADER_END = utf8("</" + PREFIX + ":Header>");
  public static final byte[] BODY_START = utf8("<" + PREFIX + ":Body>");
  public static final byte[] BODY_ENVELOPE_END =
      utf8("</" + PREFIX + ":Body></" + PREFIX + ":Envelope>");
  public static final byte[] TAG_END = utf8(">");

  private static final Namespace SOAP_1_1 = new Namespace(PREFIX, SoapVersion.SOAP_1_1.namespace());
  private static final Namespace SOAP_1_2 = new Namespace(PREFIX, SoapVersion.SOAP_1_2.namespace());

  public static Namespace namespace(SoapVersion version) {
    return version == SoapVersion.SOAP_1_1 ? SOAP_1_1 : SOAP_1_2;
  }

  private static byte[] utf8(String markup) {
    return markup.getBytes(StandardCharsets.UTF_8);
  }
}
