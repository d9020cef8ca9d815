package io.castile.generate.project;

import io.castile.generate.Generated;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** The generated files, as a project that Maven compiles and runs. */
public final class MavenProject {
  /** The characters that have no place in an XML text that is not escaped. */
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]+");

  /** The dependency that merges templates of messages. */
  private static final String VELOCITY =
      """

          <dependency>
            <groupId>org.apache.velocity</groupId>
            <artifactId>velocity-engine-core</artifactId>
            <version>2.4.1</version>
          </dependency>\
      """;

  private MavenProject() {}

  /**
   * Returns all files of a project by their paths, with a slash between folders.
   *
   * @param generated with a program, if there is to be one to run
   * @param castileVersion of the Castile that it is compiled with
   * @throws IllegalArgumentException if that is no version
   */
  public static Map<String, String> files(Generated generated, String castileVersion) {
    if (!SAFE.matcher(castileVersion).matches()) {
      throw new IllegalArgumentException("expected a version, found '" + castileVersion + "'");
    }
    Map<String, String> files = new TreeMap<>();
    for (Generated.File each : generated.files()) {
      boolean isSource = each.kind() == Generated.File.Kind.SOURCE;
      files.put((isSource ? "src/main/java/" : "src/main/resources/") + each.path(), each.text());
    }
    files.put("pom.xml", pom(generated, castileVersion));
    return files;
  }

  /** A name that has no place for XML, or for an expression of Maven. */
  private static String className(String name) {
    if (!SourceVersion.isName(name, SourceVersion.RELEASE_17)) {
      throw new IllegalArgumentException("expected the name of a class, found '" + name + "'");
    }
    return name;
  }

  private static String pom(Generated generated, String castileVersion) {
    String sei = generated.interfaces().get(0);
    String simple = sei.substring(sei.lastIndexOf('.') + 1);
    String name = simple.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <project xmlns="http://maven.apache.org/POM/4.0.0"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
          <modelVersion>4.0.0</modelVersion>

          <groupId>example</groupId>
          <artifactId>%s-client</artifactId>
          <version>1</version>

          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>

          <dependencies>
            <dependency>
              <groupId>io.castile</groupId>
              <artifactId>castile-engine</artifactId>
              <version>%s</version>
            </dependency>%s
          </dependencies>

          <build>
            <!-- mvn, and nothing behind it, compiles and calls; -Dexec.args has the arguments. -->
            <defaultGoal>compile exec:java</defaultGoal>
            <plugins>
              <plugin>
                <artifactId>maven-resources-plugin</artifactId>
                <version>3.3.1</version>
              </plugin>
              <plugin>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.14.1</version>
              </plugin>
              <plugin>
                <groupId>org.codehaus.mojo</groupId>
                <artifactId>exec-maven-plugin</artifactId>
                <version>3.6.2</version>
                <configuration>
                  <mainClass>%s</mainClass>
                </configuration>
              </plugin>
            </plugins>
          </build>
        </project>
        """
        .formatted(
            name.isEmpty() ? "service" : name,
            castileVersion,
            generated.files().stream().anyMatch(file -> file.path().endsWith(".vm"))
                ? VELOCITY
                : "",
            className(generated.main() == null ? sei : generated.main()));
  }
}
