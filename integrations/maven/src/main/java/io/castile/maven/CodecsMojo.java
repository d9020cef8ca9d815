package io.castile.maven;

import io.castile.codec.BindingException;
import io.castile.generate.GenerateException;
import io.castile.generate.OutputFolder;
import io.castile.generate.project.BuildStep;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.build.BuildContext;

/**
 * Compiles the codecs of the project's services, of those that are called and those that serve, so
 * that nothing is compiled while the application runs; and writes the metadata of a native image.
 * Does nothing where neither classes and class path nor the configuration have changed since.
 */
@Mojo(
    name = "codecs",
    defaultPhase = LifecyclePhase.PROCESS_CLASSES,
    requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
    threadSafe = true)
public final class CodecsMojo extends AbstractMojo {
  private static final String FOLDER = "castile-maven-plugin";

  /**
   * The full names of service interfaces, service classes and bound classes, which may be of
   * dependencies. Without one, all classes of the project that are annotated with {@code
   * WebService}.
   */
  @Parameter List<String> classes = List.of();

  /**
   * Whether {@code META-INF/native-image/GROUP/ARTIFACT/reachability-metadata.json} is written, for
   * native images of GraalVM.
   */
  @Parameter(property = "castile.nativeImage", defaultValue = "true")
  boolean nativeImage = true;

  /** Whether files are written over that were not written by this goal, or were changed since. */
  @Parameter(property = "castile.force")
  boolean force;

  /** Whether nothing is done. */
  @Parameter(property = "castile.skip")
  boolean skip;

  /** Where the classes of the project are, and what this goal writes. */
  @Parameter(defaultValue = "${project.build.outputDirectory}")
  File outputDirectory = new File("");

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init") // Maven sets it
  MavenProject project;

  @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init") // Maven sets it
  MojoExecution execution;

  private final BuildContext context;

  /**
   * @param context which is told what was written
   */
  @Inject
  public CodecsMojo(BuildContext context) {
    this.context = context;
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("castile.skip: no codecs are compiled");
      return;
    }
    try (ProjectClasses all = new ProjectClasses(classPath())) {
      write(all);
    } catch (GenerateException | BindingException e) {
      throw new MojoFailureException(String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException | IOException | DependencyResolutionRequiredException e) {
      throw new MojoExecutionException(String.valueOf(e.getMessage()), e);
    }
  }

  private void write(ProjectClasses all)
      throws IOException, GenerateException, MojoFailureException {
    String metadata = BuildStep.metadataPath(project.getGroupId(), project.getArtifactId());
    List<URI> files = all.files();
    String settings =
        String.join(
            " ",
            execution.getVersion(),
            Runtime.version().toString(),
            classes.toString(),
            nativeImage ? metadata : "",
            files.toString());
    OutputFolder output = new OutputFolder(outputDirectory.toPath(), note("files"));
    Inputs inputs = new Inputs(note("inputs"));
    if (!force && output.isWhole() && inputs.areCurrent(settings)) {
      getLog().debug("nothing has changed");
      return;
    }
    warnOfOtherVersion();
    BuildStep step = step(all);
    Map<String, byte[]> made = step.classFiles();
    if (nativeImage && !(step.services().isEmpty() && step.codecs().isEmpty())) {
      made.put(metadata, step.reachabilityMetadata());
    }
    inputs.delete();
    OutputFolder.Result result = output.writeBytes(made, force);
    inputs.write(settings, files);
    if (!result.written().isEmpty() || !result.deleted().isEmpty()) {
      context.refresh(outputDirectory);
    }
    step.skipped().forEach((name, reason) -> getLog().warn(name + " is not compiled: " + reason));
    getLog()
        .info(
            "%d services; %d files written, %d unchanged, %d deleted"
                .formatted(
                    step.services().size(),
                    result.written().size(),
                    result.unchanged().size(),
                    result.deleted().size()));
  }

  private BuildStep step(ProjectClasses all) throws IOException, MojoFailureException {
    BuildStep step = new BuildStep();
    for (String name : names()) {
      Class<?> type = all.load(name);
      try {
        if (classes.isEmpty()) {
          step.addIfService(type);
        } else {
          step.add(type);
        }
      } catch (LinkageError | TypeNotPresentException e) {
        throw all.unusable(name, e);
      }
    }
    return step;
  }

  private List<String> names() throws IOException {
    return classes.isEmpty() ? BuildStep.candidates(outputDirectory.toPath()) : classes;
  }

  /** What is there at run time, and what only the compiler sees, as services of a container. */
  private List<String> classPath() throws DependencyResolutionRequiredException {
    Set<String> entries = new LinkedHashSet<>();
    entries.add(outputDirectory.getAbsolutePath());
    entries.addAll(project.getRuntimeClasspathElements());
    entries.addAll(project.getCompileClasspathElements());
    return new ArrayList<>(entries);
  }

  /**
   * What another version would compile is something else, and what is written would not be found.
   */
  private void warnOfOtherVersion() {
    for (Artifact each : project.getArtifacts()) {
      if (each.getGroupId().equals("io.castile")
          && each.getArtifactId().equals("castile-codec")
          && !each.getBaseVersion().equals(execution.getVersion())) {
        getLog()
            .warn(
                "castile-codec on the class path is %s, and this plugin %s: expected the same version, as codecs of another one are not found"
                    .formatted(each.getBaseVersion(), execution.getVersion()));
      }
    }
  }

  private Path note(String what) {
    Path target = Path.of(project.getBuild().getDirectory());
    return target
        .resolve(FOLDER)
        .resolve("codecs")
        .resolve(execution.getExecutionId() + "." + what);
  }
}
