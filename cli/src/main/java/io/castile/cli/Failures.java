package io.castile.cli;

import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what failed in words, not by the names of exceptions. */
final class Failures {
  private Failures() {}

  /** What is said of a failure: one sentence. */
  static String message(Throwable failure) {
    if (failure instanceof FileSystemException file && file.getFile() != null) {
      return message(file);
    }
    return text(failure);
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
    err.println(wrong.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
      err.print("Usage: " + command.getHelp().synopsis("Usage: ".length()));
    }
    err.println("'" + name + " --help' says more.");
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
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
