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
  private static final Integer ASKED_FOR = Integer.getInteger("castile.corpus.instances");

  /** Services with more types have one instance of each, which their types are many of as well. */
  private static final int MANY_TYPES = 300;

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

  /** How many instances of each type of a service are made; more find more. */
  static int instances(GeneratedService service) throws IOException {
    if (ASKED_FOR != null) {
      return ASKED_FOR;
    }
    try (URLClassLoader loader = service.newLoader()) {
      return service.boundClasses(loader).size() > MANY_TYPES ? 1 : 3;
    }
  }

  /** Checks candidates against the reference, which reads and writes once for all of them. */
  List<Row> check(List<Maker> candidates) throws Exception {
    try (URLClassLoader loader = service.newLoader()) {
      List<Class<?>> types = service.boundClasses(loader);
      Binding reference = new ReferenceBinding(types);
      RandomBeans beans = new RandomBeans(types);
      List<Binding> made = new ArrayList<>();
      for (Maker maker : candidates) {
        made.add(maker.make(types));
      }
      List<Row> rows = new ArrayList<>();
      for (Class<?> type : types) {
        if (!type.isAnnotationPresent(XmlRegistry.class)) {
          rows.addAll(check(type, beans, reference, made));
        }
      }
      return rows;
    } finally {
      Beans.forget();
    }
  }

  private List<Row> check(
      Class<?> type, RandomBeans beans, Binding reference, List<Binding> candidates)
      throws Exception {
    List<Binding.Typed> typed = new ArrayList<>();
    for (Binding each : candidates) {
      typed.add(each.of(type));
    }
    ParityCheck check = new ParityCheck(type, beans, reference.of(type), typed);
    for (int i = 0; i < instancesOfEach; i++) {
      check.check(SEED * 31 + Objects.hash(service.service().name(), type.getName(), i));
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      Binding candidate = candidates.get(i);
      rows.add(
          new Row(
              service.service().name(),
              type.getName(),
              check.instances(),
              candidate.name(),
              candidate.handling(type),
              check.differences(i)));
    }
    return rows;
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
