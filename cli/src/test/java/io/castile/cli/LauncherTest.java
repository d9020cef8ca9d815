package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code castile} of a checkout, in one whose Maven and Java are scripts too. */
@Timeout(60)
final class LauncherTest {
  @TempDir private Path root;

  @BeforeEach
  void copy() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the script needs bash");
    program("castile", Files.readString(Path.of("..", "castile")));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
  }

  private void program(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void maven(String says) throws IOException {
    program(
        "bin/mvn",
        "#!/bin/bash\nmkdir -p '%1$s/cli/target'; echo a.jar > '%1$s/cli/target/launcher.classpath'; echo '%2$s'\n"
            .formatted(root, says));
    program("bin/java", "#!/bin/bash\necho ran\n");
  }

  private String run(int exit) throws Exception {
    return run(exit, "help");
  }

  private String run(int exit, String argument) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(root.resolve("castile").toString(), argument).redirectErrorStream(true);
    command.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
    command.environment().remove("JAVA_HOME");
    Process process = command.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(exit);
    return said;
  }

  @Test
  void aBuildIsToldInOneLineWithoutATerminalToo() throws Exception {
    maven("[INFO] BUILD SUCCESS");

    assertThat(run(0))
        .isEqualTo(
            "castile: building, which downloads libraries the first time; the log is "
                + root.toRealPath().resolve("target/launcher-build.log")
                + "\nran\n");
    assertThat(run(0)).isEqualTo("ran\n"); // nothing is older than its sources
  }

  @Test
  void aBuildThatFailsSaysWhy() throws Exception {
    maven("[ERROR] no such symbol");

    assertThat(run(1)).endsWith("castile: the build failed:\n[ERROR] no such symbol\n");
  }

  /** Of which {@link ArchiveScriptTest} says the rest. */
  @Test
  void whatTheJvmKeepsOfARunIsTakenBesideTheJarOfTheCommand() throws Exception {
    maven("[INFO] BUILD SUCCESS");
    run(0);
    program(
        "bin/java",
        "#!/bin/sh\nfor each in \"$@\"; do\n"
            + "case $each in -XX:AOTCacheOutput=*) echo kept >\"${each#*=}\" ;; esac\ndone\n"
            + "echo \"$@\"\n");
    program("dist/src/bin/archive.sh", Files.readString(Path.of("../dist/src/bin/archive.sh")));
    Files.writeString(root.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.writeString(root.resolve("cli/target/castile-cli-1.jar"), "");

    assertThat(run(0, "prepare")).isEmpty();

    String jar = root.toRealPath().resolve("cli/target/castile-cli-1.jar") + ":a.jar ";
    assertThat(run(0, "wsdl")).startsWith("-XX:AOTCache=").contains(" -cp " + jar);
    assertThat(run(0, "bench")).doesNotContain("AOT").contains(" -cp " + jar);
  }

  @Test
  void benchmarksAreBuiltWhenTheyAreToRunAndNotBefore() throws Exception {
    Files.createDirectories(root.resolve("lab/bench"));
    Path description = Files.writeString(root.resolve("lab/bench/pom.xml"), "<project/>");
    program(
        "bin/mvn",
        """
        #!/bin/bash
        while [ "$1" != -pl ]; do shift; done
        mkdir -p '%1$s/'"$2/target"
        echo "$2.jar" >'%1$s/'"$2/target/launcher.classpath"
        echo 'BUILD SUCCESS' "$@"
        """
            .formatted(root));
    program("bin/java", "#!/bin/bash\necho \"$@\"\n");
    Files.writeString(root.resolve("pom.xml"), "<project>\n<module>lab/bench</module>\n</project>");

    assertThat(run(0, "help")).contains("castile: building", ":cli.jar io.castile.cli.Main help");
    assertThat(run(0, "bench"))
        .contains("castile: building", ":lab/bench.jar io.castile.bench.Bench bench");
    assertThat(root.resolve("target/launcher-build.log")).content().contains(" -Plab ");
    assertThat(run(0, "bench")).doesNotContain("castile: building");
    assertThat(description.toFile().setLastModified(System.currentTimeMillis() + 60_000)).isTrue();
    assertThat(run(0, "help")).doesNotContain("castile: building");
    assertThat(run(0, "bench")).contains("castile: building");
  }
}
