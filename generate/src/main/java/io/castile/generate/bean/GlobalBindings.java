package io.castile.generate.bean;

import io.castile.generate.text.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings of XJC for schemas as a whole: packages, and types that have another class. */
final class GlobalBindings {
  private final BeanOptions options;

  GlobalBindings(BeanOptions options) {
    this.options = options;
  }

  void addTo(List<SchemaPart> schemas) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < schemas.size(); i++) {
      SchemaPart schema = schemas.get(i);
      if (i == 0) {
        global(schema);
      }
      String name = options.packages().get(schema.namespace());
      if (name == null && !options.packages().isEmpty()) {
        name = options.allPackage();
      }
      if (name == null && options.allPackage() == null) {
        String own = Names.packageName(schema.namespace());
        boolean isStandard = own.equals(Names.standardPackageName(schema.namespace()));
        name = isStandard || schema.namespace().isEmpty() ? null : own;
      }
      if (name != null && seen.add(schema.namespace())) {
        schema.customize(
            0,
            new Customization(
                "schemaBindings",
                Map.of(),
                List.of(Customization.of("package", Map.of("name", name)))));
      }
    }
  }

  private void global(SchemaPart schema) {
    List<Customization> said = new ArrayList<>();
    if (options.isSerializable()) {
      said.add(Customization.of("serializable", Map.of("uid", "1")));
    }
    String adapters = options.supportPackage();
    if (options.hasJavaTime()) {
      for (JavaTime each : JavaTime.values()) {
        said.add(
            Customization.of(
                "javaType",
                Map.of(
                    "name",
                    each.type(),
                    "xmlType",
                    SchemaEvents.XSD_PREFIX + ":" + each.xmlType(),
                    "parseMethod",
                    adapters + "." + JavaTime.CLASS + "." + each.parse(),
                    "printMethod",
                    adapters + "." + JavaTime.CLASS + "." + each.print())));
      }
    }
    if (!said.isEmpty()) {
      schema.customize(0, new Customization("globalBindings", Map.of(), said));
    }
  }
}
