package io.castile.interop;

import io.castile.interop.ParityCheck.Difference;
import jakarta.xml.bind.annotation.XmlRegistry;
import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Checks all types of one service. */
final class ServiceParity {
  /** Instances of each type; more find more. */
  static final int INSTANCES = Integer.getInteger("castile.corpus.instances", 3);

  /** Where the random instances begin; the failure message names the seed of each. */
  static final long SEED = Long.getLong("castile.corpus.seed", 20040614);

  private static final int SHOWN = 5;

  private final GeneratedService service;

  private final int instancesOfEach;

  ServiceParity(GeneratedService service, int instancesOfEach) {
    this.service = service;
    this.instancesOfEach = instancesOfEach;
  }

  /** Makes a binding of all types of a service. */
  interface Maker {
    Binding make(List<Class<?>> types) throws Exception;
  }

  /**
   * What was found for one type.
   *
   * @param handling {@code compiled} or why it is not, in the candidate's words
   */
  record Row(
      String service,
      String type,
      int instances,
      String mode,
      String handling,
      List<Difference> differences) {}

  /** Checks candidates against the reference, which reads the classes once for all of them. */
  List<Row> check(List<Maker> candidates) throws Exception {
    try (URLClassLoader loader = service.newLoader()) {
      List<Class<?>> types = service.boundClasses(loader);
      Binding reference = new ReferenceBinding(types);
      RandomBeans beans = new RandomBeans(types);
      List<Row> rows = new ArrayList<>();
      for (Maker maker : candidates) {
        Binding candidate = maker.make(types);
        for (Class<?> type : types) {
          if (!type.isAnnotationPresent(XmlRegistry.class)) {
            rows.add(check(type, beans, reference, candidate));
          }
        }
      }
      return rows;
    } finally {
      Beans.forget();
    }
  }

  private Row check(Class<?> type, RandomBeans beans, Binding reference, Binding candidate)
      throws Exception {
    ParityCheck check = new ParityCheck(type, beans, reference.of(type), candidate.of(type));
    for (int i = 0; i < instancesOfEach; i++) {
      check.check(SEED * 31 + Objects.hash(service.service().name(), type.getName(), i));
    }
    return new Row(
        service.service().name(),
        type.getName(),
        check.instances(),
        candidate.name(),
        candidate.handling(type),
        check.differences());
  }

  /** The first differences, as text for a failure; empty if there are none. */
  static String summary(List<Row> rows) {
    return rows.stream()
        .flatMap(row -> row.differences().stream())
        .limit(SHOWN)
        .map(Difference::summary)
        .collect(Collectors.joining("\n\n"));
  }

  /** All services of the corpus that generate. */
  static List<GeneratedService> generating(Corpus corpus) throws IOException, InterruptedException {
    return GeneratedService.generate(corpus).stream().filter(GeneratedService::generated).toList();
  }
}
