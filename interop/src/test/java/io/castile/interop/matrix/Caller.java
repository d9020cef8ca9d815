package io.castile.interop.matrix;

import java.util.List;

/** A client of one server, of any stack. */
interface Caller extends AutoCloseable {
  /**
   * Calls the operation of a feature.
   *
   * @return what the client tells of it, see {@link Answers}
   */
  String call(Feature feature) throws Exception;

  /** Makes a caller of a stack. */
  interface Maker {
    /**
     * @param features what it will be asked for: programs ask for all of it in one run
     */
    Caller make(Setting setting, String url, List<Feature> features) throws Exception;
  }

  /** A caller by a stack of this JVM. */
  static Maker of(Stack stack) {
    return (setting, url, features) -> {
      Stack.Calling calling = stack.client(setting, url);
      return new Caller() {
        @Override
        public String call(Feature feature) {
          return JavaCaller.call(calling.port(), feature);
        }

        @Override
        public void close() throws Exception {
          calling.close();
        }
      };
    };
  }
}
