package io.castile.cache.policy;

/**
 * A place in a policy file.
 *
 * @param source the file, as it was named when it was read
 * @param line from 1
 * @param column in code points, from 1
 */
record PolicyLocation(String source, int line, int column) {
  @Override
  public String toString() {
    return source + ":" + line + ":" + column;
  }
}
