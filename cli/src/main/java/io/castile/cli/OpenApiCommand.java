package io.castile.cli;

import io.castile.bridge.OpenApi;
import io.castile.wsdl.Description;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code castile openapi}. */
@Command(
    name = "openapi",
    description =
        "Prints the operations of a WSDL as a document of OpenAPI 3.1, with a schema and an example"
            + " of each request. Exit code 0: printed; 1: the WSDL cannot be read, or has an error"
            + " because of which something is left out; 2: there is no such file.")
final class OpenApiCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private WsdlOptions source;

  @Override
  public Integer call() throws IOException {
    Description description = WsdlCommand.read(source, spec);
    WsdlCommand.tellLocation(source, description, spec);
    Map<String, Object> document;
    try {
      document = OpenApi.of(description);
    } catch (UncheckedIOException e) { // of schemas that cannot be read
      throw e.getCause();
    }
    JsonOption.print(document, spec.commandLine().getOut());
    WsdlCommand.tellErrors(description, spec);
    return WsdlCommand.exitCode(description.problems(), spec);
  }
}
