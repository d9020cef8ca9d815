package io.castile.cache.policy.internal;

import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The names of a service and of its operations, which names in a policy may fit.
 *
 * @param names {@code {namespace}local}; several where rules may name it by each, empty where no
 *     name is known
 * @param operations {@code {namespace}local}
 * @param described what its description says of it; null where there is none
 */
public record KnownService(
    Set<String> names, Set<String> operations, @Nullable Described described) {
  /** What a description says of a service, which has no other operations than those. */
  public interface Described {
    /**
     * Returns what the requests of an operation may have; may take time.
     *
     * @param operation {@code {namespace}local}
     * @return null where it is not known
     */
    @Nullable KnownRequest request(String operation);

    /**
     * Returns the operation that is known by another name than one which the description has for
     * it.
     *
     * @param local the name in the description
     * @return {@code {namespace}local}; null for none
     */
    @Nullable String meant(String local);
  }

  public KnownService {
    names = Set.copyOf(names);
    operations = Set.copyOf(operations);
  }

  /** A service that has no description. */
  public KnownService(Set<String> names, Set<String> operations) {
    this(names, operations, null);
  }

  /**
   * Returns the names of a service.
   *
   * @param further names by which rules may be for it, as that of a WSDL
   */
  public static KnownService of(ServiceModel model, QName... further) {
    Set<String> names = new LinkedHashSet<>();
    names.add(model.serviceName().toString());
    for (QName name : further) {
      names.add(name.toString());
    }
    Set<String> operations = new LinkedHashSet<>();
    for (OperationModel operation : model.operations()) {
      operations.add(operation.name().toString());
    }
    return new KnownService(names, operations);
  }

  boolean isCalled(NamePattern pattern) {
    return names.stream().anyMatch(pattern::matchesName);
  }
}
