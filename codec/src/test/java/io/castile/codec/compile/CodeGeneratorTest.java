package io.castile.codec.compile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CompiledAtBuildTime;
import io.castile.codec.FallbackTest;
import io.castile.codec.bean.BeanCodecs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that is compiled with the application, and found by a program without a compiler. */
class CodeGeneratorTest {
  private static final String MESSAGE =
      new String(
          CompiledAtBuildTime.wrapper(CompiledAtBuildTime.codecs())
              .toBytes(new Object[] {CompiledAtBuildTime.order()}),
          UTF_8);

  @TempDir Path output;

  private static CodeGenerator generator() {
    BeanCodecs codecs = CompiledAtBuildTime.codecs();
    CodeGenerator generator = new CodeGenerator(codecs);
    generator.add(CompiledAtBuildTime.wrapper(codecs));
    return generator;
  }

  private void write(CodeGenerator generator) throws IOException {
    for (GeneratedCode code : generator.generated()) {
      Path file = output.resolve(code.resource());
      Files.createDirectories(file.getParent());
      Files.write(file, code.classFile());
    }
  }

  @Test
  void withoutCompilerAndCodeAllIsInterpreted() throws Exception {
    assertThat(run(false))
        .isEqualTo("no compiler; interpreted interpreted interpreted; a1; " + MESSAGE);
  }

  @Test
  void withoutCompilerTheCodeOfTheBuildIsUsed() throws Exception {
    write(generator());

    assertThat(run(false)).isEqualTo("no compiler; compiled compiled compiled; a1; " + MESSAGE);
  }

  @Test
  void withACompilerWhatIsNotThereIsCompiled() throws Exception {
    assertThat(run(true)).isEqualTo("compiler; compiled compiled compiled; a1; " + MESSAGE);
  }

  /** That the code is looked up, and not compiled again, is seen where it is no code. */
  @Test
  void aDamagedClassFileLeavesItsClassInterpreted() throws Exception {
    write(generator());
    for (GeneratedCode code : generator().generated()) {
      if (code.className().endsWith("_LineCastileCodec")) {
        Files.writeString(output.resolve(code.resource()), "no class");
      }
    }

    assertThat(run(true)).isEqualTo("compiler; compiled interpreted compiled; a1; " + MESSAGE);
  }

  @Test
  void allThatAMessageMayReferToIsGenerated() {
    assertThat(generator().generated())
        .extracting(GeneratedCode::className)
        .containsExactlyInAnyOrder(
            "io.castile.codec.compile.WrapperCastileCodec",
            "io.castile.codec.CastileFoothold",
            "io.castile.codec.CompiledAtBuildTime_OrderCastileCodec",
            "io.castile.codec.CompiledAtBuildTime_Order_LineCastileCodec",
            "io.castile.codec.CompiledAtBuildTime_NumberedCastileCodec");
    assertThat(generator().skipped()).isEmpty();
  }

  @Test
  void theSameClassesGiveTheSameFiles() {
    List<GeneratedCode> first = generator().generated();
    List<GeneratedCode> second = generator().generated();

    assertThat(second).hasSameSizeAs(first);
    for (int i = 0; i < first.size(); i++) {
      assertThat(second.get(i).resource()).isEqualTo(first.get(i).resource());
      assertThat(second.get(i).source()).isEqualTo(first.get(i).source());
      assertThat(second.get(i).classFile()).isEqualTo(first.get(i).classFile());
    }
  }

  @Test
  void whatIsNotPlannedIsNamed() {
    BeanCodecs codecs = BeanCodecs.forTypes(FallbackTest.Graph.class);
    CodeGenerator generator = new CodeGenerator(codecs);
    generator.addAll(List.of(FallbackTest.Graph.class));

    assertThat(generator.skipped()).containsKey(FallbackTest.Graph.class.getName());
    assertThat(generator.generated()).isEmpty();
  }

  @Test
  void aCodecOfSomebodyElseIsRefused() {
    CodeGenerator generator = new CodeGenerator(CompiledAtBuildTime.codecs());

    assertThatThrownBy(() -> generator.add(null)).isInstanceOf(IllegalArgumentException.class);
  }

  /** What the program says with the output folder on its class path. */
  private String run(boolean withCompiler) throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> withCompiler || !isCompiler(entry))
            .collect(Collectors.joining(File.pathSeparator));
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                output + File.pathSeparator + classPath,
                CompiledAtBuildTime.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(program.getInputStream().readAllBytes(), UTF_8).trim();
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  private static boolean isCompiler(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.startsWith("janino") || name.startsWith("commons-compiler");
  }
}
