package io.castile.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions in the root pom.
 *
 * @param last the last release, which pages and examples name; before the first one the same as
 *     next
 * @param next the version that is built: the same where the release itself is, else a later one
 */
record Release(String last, String next) {
  private static final Pattern LAST =
      Pattern.compile("<version\\.released>([^<]+)</version\\.released>");
  private static final Pattern NEXT =
      Pattern.compile("<artifactId>castile-parent</artifactId>\\s*<version>([^<]+)</version>");

  static Release of(Path repository) throws IOException {
    String pom = Files.readString(repository.resolve("pom.xml"));
    return new Release(first(LAST, pom), first(NEXT, pom));
  }

  private static String first(Pattern pattern, String pom) {
    Matcher matcher = pattern.matcher(pom);
    if (!matcher.find()) {
      throw new AssertionError("expected " + pattern + " in the root pom, found none");
    }
    return matcher.group(1);
  }
}
