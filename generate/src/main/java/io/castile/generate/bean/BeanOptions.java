package io.castile.generate.bean;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How beans are made.
 *
 * @param allPackage the package of all classes; null for one of each namespace
 * @param packages packages by namespace, before the above
 * @param supportPackage the package of the classes that beans call
 * @param hasJavaTime whether dates and times are those of {@code java.time}
 * @param isSerializable whether they implement {@link java.io.Serializable}
 * @param hasEquals whether they have {@code equals}, {@code hashCode} and {@code toString}
 * @param hasCopy whether they have {@code copy}
 * @param isTracked whether they tell templates what has changed
 * @param hasDataHandlers whether binary data of an expected content type is a {@code DataHandler}
 * @param bindings where the user's files of customizations are
 */
public record BeanOptions(
    @Nullable String allPackage,
    Map<String, String> packages,
    String supportPackage,
    boolean hasJavaTime,
    boolean isSerializable,
    boolean hasEquals,
    boolean hasCopy,
    boolean isTracked,
    boolean hasDataHandlers,
    List<URI> bindings) {
  public BeanOptions {
    packages = Map.copyOf(packages);
    bindings = List.copyOf(bindings);
  }
}
