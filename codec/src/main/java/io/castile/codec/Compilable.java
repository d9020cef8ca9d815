package io.castile.codec;

/** What the {@link BackgroundCompiler} has to do: a class or wrapper that is interpreted. */
interface Compilable {
  /** Puts a compiled codec in place of the interpreter, or leaves that there. */
  void compile();
}
