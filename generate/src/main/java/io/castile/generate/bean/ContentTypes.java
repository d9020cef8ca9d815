package io.castile.generate.bean;

import java.util.Locale;
import java.util.Set;
import javax.xml.namespace.QName;

/** The values of {@code xmime:expectedContentTypes} for binary data. */
final class ContentTypes {
  static final QName EXPECTED =
      new QName("http://www.w3.org/2005/05/xmlmime", "expectedContentTypes");

  /** The type for which XJC makes a {@code DataHandler}. */
  static final String ANY = "application/octet-stream";

  static final String IMAGE = "image/";

  /** Images that every JDK writes. */
  private static final Set<String> WRITTEN =
      Set.of("image/*", "image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff");

  private ContentTypes() {}

  /** Whether all types of a list are images that can be written. */
  static boolean areImages(String expected) {
    for (String each : expected.split(",", -1)) {
      String type = each.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      if (!WRITTEN.contains(type)) {
        return false;
      }
    }
    return true;
  }
}
