package io.castile.bench.encoded.message;

import io.castile.demo.portal.DirectoryCategory;
import jakarta.xml.bind.annotation.XmlType;

/** {@code DirectoryCategory} of Google's search service of 2002. */
@XmlType(name = "DirectoryCategory", namespace = SearchResult.NAMESPACE)
public final class Category {
  public String fullViewableName;
  public String specialEncoding;

  public Category() {}

  Category(DirectoryCategory category) {
    fullViewableName = category.getFullViewableName();
    specialEncoding = category.getSpecialEncoding();
  }
}
