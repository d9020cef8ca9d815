package io.castile.cli;

import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what failed in words, not by the names of exceptions. */
final class Failures {
  private static final int MOST_DIFFERENCES = 2;
  private static final String PREFIX = "castile: ";

  private Failures() {}

  /** What is said of a failure: one sentence. */
  static String message(Throwable failure) {
    if (failure instanceof FileSystemException file && file.getFile() != null) {
      return message(file);
    }
    return CommandWords.of(text(failure));
  }

  /**
   * Says what is wrong with the arguments of a command, and how they are given.
   *
   * @return the exit code
   */
  static int usage(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    List<String> meant = meant(wrong);
    if (!meant.isEmpty()) {
      err.println("Possible solutions: " + String.join(", ", meant));
    } else if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
      err.println("Usage: " + synopsis(command.getCommandSpec()) + "; --help says more");
    }
    String said = String.valueOf(wrong.getMessage());
    err.println(said.startsWith(PREFIX) ? said : PREFIX + said);
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Returns the options that an unknown one is like: with a letter or two that differ. */
  private static List<String> meant(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return List.of();
    }
    String option = unmatched.getUnmatched().get(0).split("=", 2)[0];
    return option.startsWith("--")
        ? wrong.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
            .filter(each -> each.startsWith("--") && distance(option, each) <= MOST_DIFFERENCES)
            .sorted()
            .toList()
        : List.of();
  }

  /** How many letters are to be put in, left out or replaced. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  /** Returns how a command is given, in one line: its options are in its help. */
  private static String synopsis(CommandSpec command) {
    StringBuilder line = new StringBuilder(command.qualifiedName()).append(" [OPTIONS]");
    for (PositionalParamSpec each : command.positionalParameters()) {
      boolean isRequired = each.arity().min() > 0;
      line.append(isRequired ? " " : " [").append(each.paramLabel());
      line.append(each.index().isVariable() || each.arity().max() > 1 ? "…" : "");
      line.append(isRequired ? "" : "]");
    }
    return line.append(command.subcommands().isEmpty() ? "" : " COMMAND").toString();
  }

  private static String message(FileSystemException failure) {
    String file = failure.getFile();
    if (failure instanceof NoSuchFileException) {
      return "no file " + file;
    }
    if (failure instanceof AccessDeniedException) {
      return "no permission for " + file;
    }
    return file + ": " + (failure.getReason() == null ? text(failure) : failure.getReason());
  }

  private static String text(Throwable failure) {
    return failure.getMessage() == null || failure.getMessage().isBlank()
        ? failure.getClass().getSimpleName()
        : failure.getMessage();
  }

  /** The error that a file which the user named cannot be read. */
  static ParameterException unreadable(CommandLine command, Path file, Exception cause) {
    String reason =
        Files.isDirectory(file) ? file + " is a folder; expected a file" : message(cause);
    return new ParameterException(command, "castile: " + reason, cause);
  }

  /**
   * Checks that a folder can be made or is there.
   *
   * @throws ParameterException if something else is there, or above it
   */
  static void checkFolder(CommandLine command, Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      throw new ParameterException(
          command, "castile: expected a folder, found the file " + existing);
    }
  }

  /**
   * Checks before long work that its result can be written.
   *
   * @throws ParameterException if the file cannot be written, saying why
   */
  static void checkWritable(CommandLine command, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String reason = null;
    if (Files.isDirectory(file)) {
      reason = file + " is a folder; expected a file";
    } else if (folder == null || !Files.isDirectory(folder)) {
      reason = "no folder " + folder + " to write " + file + " to";
    } else if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      reason = "no permission to write " + file;
    }
    if (reason != null) {
      throw new ParameterException(command, "castile: " + reason);
    }
  }
}
