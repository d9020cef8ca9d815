package io.castile.codec.compile;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.commons.compiler.InternalCompilerException;
import org.codehaus.janino.Parser;
import org.codehaus.janino.Scanner;
import org.codehaus.janino.UnitCompiler;
import org.codehaus.janino.util.ClassFile;

/** The embedded compiler. Nothing else refers to its library, which may be absent. */
final class JaninoCompiler {
  /** Class file version 52: stack maps, and static calls to interfaces. */
  private static final int TARGET_VERSION = 8;

  private JaninoCompiler() {}

  /**
   * Compiles without loading.
   *
   * @throws UncompilableException if the source has an error, or uses what code in the place of a
   *     nestmate of {@code bean} cannot reach
   * @throws NoClassDefFoundError if the library is absent
   */
  static CompiledUnit compile(Class<?> bean, String source) throws UncompilableException {
    List<ClassFile> files = new ArrayList<>(1);
    try {
      Scanner scanner = new Scanner(bean.getName(), new StringReader(source));
      UnitCompiler compiler =
          new UnitCompiler(
              new Parser(scanner).parseAbstractCompilationUnit(), new NestmateSymbols(bean));
      compiler.setTargetVersion(TARGET_VERSION);
      compiler.compileUnit(false, true, false, files);
    } catch (CompileException | InternalCompilerException | LinkageError e) {
      throw new UncompilableException(
          "generated source does not compile: " + CodeLoader.line(e), e);
    } catch (IOException e) {
      throw new AssertionError("no input or output: source is a string", e);
    }
    if (files.size() != 1) {
      throw new UncompilableException(
          "generated source must hold exactly one class, but has " + files.size());
    }
    return new CompiledUnit(files.get(0).toByteArray(), codeLengths(files.get(0)));
  }

  private static Map<String, Integer> codeLengths(ClassFile file) {
    Map<String, Integer> lengths = new LinkedHashMap<>();
    for (ClassFile.MethodInfo method : file.methodInfos) {
      for (ClassFile.AttributeInfo attribute : method.getAttributes()) {
        if (attribute instanceof ClassFile.CodeAttribute code) {
          lengths.put(method.getName() + method.getDescriptor(), code.code.length);
        }
      }
    }
    return lengths;
  }
}
