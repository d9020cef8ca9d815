package io.castile.wsdl.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Plans of little that has been read are those of all, for all operations of real descriptions. */
@Tag("long")
final class LazyPlansTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  @TestFactory
  Stream<DynamicTest> plansOfPartsAreThoseOfTheWhole() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    assertThat(found).hasSizeGreaterThan(40);
    return found.stream()
        .map(
            file -> DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> check(file)));
  }

  private static void check(Path file) throws IOException {
    Description whole = WsdlReader.create().read(file.toUri());
    for (Binding binding : Descriptions.bindings(whole)) {
      Description lazy = WsdlReader.create().lazy().read(file.toUri());
      for (int i = 0; i < binding.operations().size(); i++) {
        BindingOperation operation = binding.operations().get(i);
        if (binding.protocol().isSoap() && !operation.isEncoded()) {
          OperationValues values = Descriptions.values(lazy, same(lazy, binding, i));

          assertThat(text(values))
              .as(operation.operation().name())
              .isEqualTo(text(Descriptions.values(whole, operation)));
        }
      }
    }
  }

  private static BindingOperation same(Description other, Binding binding, int operation) {
    return Descriptions.bindings(other).stream()
        .filter(each -> each.name().equals(binding.name()))
        .findFirst()
        .orElseThrow()
        .operations()
        .get(operation);
  }

  private static String text(OperationValues values) {
    StringBuilder text = new StringBuilder("wrapped ").append(values.isWrapped()).append('\n');
    Plans plans = values.plans();
    for (Part part : values.operation().parts()) {
      QName element = part.element();
      if (element != null) {
        ElementPlan plan = plans.element(element);
        text.append(plan == null ? "no " + element : PlanText.of(plan));
      } else if (part.type() != null) {
        TypePlan type = plans.type(part.type());
        text.append(
            type == null
                ? "no " + part.type()
                : PlanText.of(
                    new ElementPlan(
                        plans.markup(new QName(part.name())),
                        false,
                        false,
                        null,
                        () -> type,
                        List::of)));
      }
    }
    return text.toString();
  }
}
