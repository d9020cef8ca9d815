package io.castile.interop.matrix;

import io.castile.soap.SoapVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * How a client and a server talk.
 *
 * @param mtom whether both may send binary data in parts
 */
record Setting(Style style, SoapVersion version, boolean mtom) {
  /** All without MTOM. */
  static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    for (Style style : Style.values()) {
      for (SoapVersion version : SoapVersion.values()) {
        all.add(new Setting(style, version, false));
      }
    }
    return all;
  }

  Setting withMtom(boolean on) {
    return new Setting(style, version, on);
  }

  String title() {
    return style.title + ", " + (version == SoapVersion.SOAP_1_1 ? "SOAP 1.1" : "SOAP 1.2");
  }
}
