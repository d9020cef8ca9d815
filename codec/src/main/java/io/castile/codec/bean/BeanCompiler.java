package io.castile.codec.bean;

import io.castile.codec.BindingException;

/**
 * Makes compiled codecs of plans. The implementation is found by its name when it is first needed:
 * a program whose classes never become hot loads nothing of the compiler.
 *
 * <p>Thread-safe.
 */
public interface BeanCompiler {
  /** Puts a compiled codec into the slot of the class, or leaves the interpreter there. */
  void compile(InterpretedCodec interpreted, BeanCodecs codecs);

  /** Returns the compiled codec of a wrapper; the interpreter itself if it cannot be compiled. */
  TypeCodec compileWrapper(InterpretedCodec interpreted, BeanCodecs codecs);

  /**
   * Returns the source of the codec of a plan.
   *
   * @throws BindingException if the class cannot be compiled; the message says why
   */
  String source(BeanPlan plan);

  /** Returns the compiler. */
  static BeanCompiler instance() {
    return Holder.COMPILER;
  }

  /** Holds the compiler once it has been loaded. */
  final class Holder {
    private static final BeanCompiler COMPILER = load();

    private Holder() {}

    private static BeanCompiler load() {
      String name = "io.castile.codec.compile.CodecCompiler";
      try {
        return (BeanCompiler) Class.forName(name).getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(name + " is in the same jar", e);
      }
    }
  }
}
