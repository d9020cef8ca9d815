package io.castile.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The option by which a command speaks to machines, the same for all commands. */
final class JsonOption {
  /** Made where something is printed: every command has the option, and few are given it. */
  private static final class Mapper {
    static final ObjectMapper SHARED =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  }

  @Option(
      names = "--json",
      description = "Print one JSON object on standard output, and nothing else there.")
  private boolean given;

  /** Whether standard output is for machines. */
  boolean isGiven() {
    return given;
  }

  /** Prints a value of maps, lists, records and simple values as the one JSON object. */
  static void print(Object value, PrintWriter out) throws JsonProcessingException {
    out.println(Mapper.SHARED.writeValueAsString(value));
    out.flush();
  }
}
