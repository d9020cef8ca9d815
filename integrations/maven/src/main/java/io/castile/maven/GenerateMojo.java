package io.castile.maven;

import io.castile.generate.GenerateException;
import io.castile.generate.Generated;
import io.castile.generate.OutputFolder;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Element;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.inject.Inject;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.codehaus.plexus.build.BuildContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes Java of WSDLs: interfaces that any JAX-WS runtime can call, beans, and the WSDL beside
 * them. Does nothing where neither a WSDL nor what it imports, nor the configuration has changed
 * since; documents of the network count as unchanged until {@code mvn clean}.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class GenerateMojo extends AbstractMojo {
  private static final String FOLDER = "castile-maven-plugin";

  /**
   * The WSDLs, each as a {@code <wsdl>} with the file, from the folder of the project, or the URL;
   * or with {@code <location>} and parameters of its own, of {@code packages}, {@code bindings},
   * {@code javaTime}, {@code dataHandlers}, {@code equals}, {@code copy}, {@code serializable},
   * {@code codecs}, {@code style}, {@code tracked}, {@code ownHeaders}, {@code serverId}.
   */
  @Parameter List<Wsdl> wsdls = List.of();

  /**
   * Packages: {@code PACKAGE} for all classes, {@code NAMESPACE=PACKAGE} for those of a namespace.
   * Else each namespace has a package (Jakarta XML Binding §D.5.1).
   */
  @Parameter List<String> packages = List.of();

  /**
   * Files of customizations of beans (Jakarta XML Binding), each as a {@code <binding>}. Those in a
   * WSDL are passed over.
   */
  @Parameter List<File> bindings = List.of();

  /** Whether {@code LocalDate}, {@code LocalTime}, {@code OffsetDateTime} are dates and times. */
  @Parameter(property = "castile.javaTime")
  boolean javaTime;

  /**
   * Whether binary data of any expected content type is a {@code DataHandler}; else images are
   * {@code java.awt.Image}.
   */
  @Parameter(property = "castile.dataHandlers")
  boolean dataHandlers;

  /** Whether beans have {@code equals}, {@code hashCode} and {@code toString}. */
  @Parameter(property = "castile.equals")
  boolean equals;

  /** Whether beans have a method {@code copy}, which copies all that is in one. */
  @Parameter(property = "castile.copy")
  boolean copy;

  /** Whether beans implement {@link java.io.Serializable}. */
  @Parameter(property = "castile.serializable")
  boolean serializable;

  /** Whether the codecs of the messages are written as Java beside the beans. */
  @Parameter(property = "castile.codecs")
  boolean codecs;

  /**
   * How {@code codecs} write messages: {@code java} appends bytes; {@code template} merges
   * templates of Velocity, which people can edit.
   */
  @Parameter(property = "castile.style", defaultValue = "java")
  String style = "java";

  /** Whether beans tell message templates what has changed in them. */
  @Parameter(property = "castile.tracked")
  boolean tracked;

  /** Whether headers that only the binding names are no parameters. */
  @Parameter(property = "castile.ownHeaders")
  boolean ownHeaders;

  /** An OASIS XML catalogue that says where documents are. */
  @Parameter(property = "castile.catalog")
  @Nullable File catalog;

  /**
   * The server in {@code settings.xml} whose user and password are sent for WSDLs of the network,
   * and whose passphrase is that of key stores. By default the one whose id is the host of the URL.
   */
  @Parameter(property = "castile.serverId")
  @Nullable String serverId;

  /** Fields of HTTP that are sent for WSDLs of the network, each {@code NAME:VALUE}. */
  @Parameter List<String> headers = List.of();

  /** Certificates that are trusted in place of those of the JDK: PEM, PKCS 12, or JKS. */
  @Parameter(property = "castile.trust")
  @Nullable File trust;

  /** A key store with the certificate that is shown to a server which asks: PKCS 12, or JKS. */
  @Parameter(property = "castile.keys")
  @Nullable File keys;

  /** Whether nothing is fetched; copies of what was fetched before are read. */
  @Parameter(property = "castile.offline", defaultValue = "${settings.offline}")
  boolean offline;

  /** Whether files are written over that were not generated, or were changed since. */
  @Parameter(property = "castile.force")
  boolean force;

  /** Whether nothing is done. */
  @Parameter(property = "castile.skip")
  boolean skip;

  /** Where Java is written. */
  @Parameter(defaultValue = "${project.build.directory}/generated-sources/castile")
  File outputDirectory = new File("");

  /** Where WSDLs and schemas are written, for the classes of services to read. */
  @Parameter(defaultValue = "${project.build.directory}/generated-resources/castile")
  File resourceDirectory = new File("");

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init") // Maven sets it
  MavenProject project;

  @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init") // Maven sets it
  MojoExecution execution;

  @Parameter(defaultValue = "${settings}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init") // Maven sets it
  org.apache.maven.settings.Settings settings;

  private final BuildContext context;
  private final SettingsDecrypter decrypter;

  /**
   * @param context which is told what was written
   * @param decrypter of passwords in the user's settings
   */
  @Inject
  public GenerateMojo(BuildContext context, SettingsDecrypter decrypter) {
    this.context = context;
    this.decrypter = decrypter;
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("castile.skip: nothing is generated");
      return;
    }
    takeFolders();
    try {
      generate();
    } catch (DocumentException | GenerateException e) {
      throw new MojoFailureException(String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException | IOException e) {
      throw new MojoExecutionException(String.valueOf(e.getMessage()), e);
    }
    addFolders();
  }

  private void generate() throws IOException, GenerateException, MojoFailureException {
    if (wsdls.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot generate without a WSDL. Set <wsdls> with a <wsdl>.");
    }
    GenerateSettings all =
        new GenerateSettings(
            "",
            packages,
            files(),
            javaTime,
            dataHandlers,
            equals,
            copy,
            serializable,
            codecs,
            style,
            tracked,
            ownHeaders,
            null);
    List<GenerateSettings> each = wsdls.stream().map(wsdl -> wsdl.settings(all)).toList();
    String settings = execution.getVersion() + " " + each + " " + catalog;
    OutputFolder sources = new OutputFolder(outputDirectory.toPath());
    OutputFolder resources = new OutputFolder(resourceDirectory.toPath());
    Inputs inputs = new Inputs(inputs());
    if (!force && sources.isWhole() && resources.isWhole() && inputs.areCurrent(settings)) {
      getLog().debug("nothing has changed");
      return;
    }
    Set<URI> documents = new TreeSet<>();
    MergedFiles files = generated(each, documents);
    inputs.delete();
    OutputFolder.Result written = sources.write(files.sources(), force);
    OutputFolder.Result beside = resources.write(files.resources(), force);
    if (catalog != null) {
      documents.add(catalog.toURI());
    }
    inputs.write(settings, documents);
    context.refresh(outputDirectory);
    context.refresh(resourceDirectory);
    getLog()
        .info(
            "%d files written, %d unchanged, %d deleted"
                .formatted(
                    written.written().size() + beside.written().size(),
                    written.unchanged().size() + beside.unchanged().size(),
                    written.deleted().size() + beside.deleted().size()));
  }

  /** Generates of all descriptions, before anything is written. */
  private MergedFiles generated(List<GenerateSettings> all, Set<URI> documents)
      throws DocumentException, GenerateException, MojoFailureException {
    WsdlReader reader = WsdlReader.create().withCache(Locations.userCache());
    reader = catalog == null ? reader : reader.withCatalog(catalog.toPath());
    reader = offline ? reader.offline() : reader;
    FetchParameters fetch = new FetchParameters(serverId, headers, trust, keys);
    MergedFiles files = new MergedFiles();
    for (GenerateSettings each : all) {
      Path folder = project.getBasedir().toPath();
      URI location = Locations.of(folder, each.location());
      FetchOptions options =
          fetch.withServerId(each.serverId()).options(location, settings, decrypter);
      Description description = reader.withFetch(options).read(location);
      Generated generated = each.generator().generate(description);
      files.add(Locations.shown(each.location()), generated);
      for (Element document : Descriptions.documents(description)) {
        documents.add(document.place().document());
      }
      documents.addAll(description.unread());
      documents.addAll(each.bindings());
      List<Problem> problems = new ArrayList<>(description.problems());
      problems.addAll(generated.problems());
      problems.forEach(this::tell);
    }
    return files;
  }

  /** What is left out is no reason to stop: the build may not need it. */
  private void tell(Problem problem) {
    if (problem.severity() == Problem.Severity.ERROR) {
      getLog().error(problem.toString());
    } else {
      getLog().warn(problem.toString());
    }
  }

  private List<URI> files() {
    return bindings.stream().map(File::toURI).toList();
  }

  private Path inputs() {
    Path target = Path.of(project.getBuild().getDirectory());
    return target.resolve(FOLDER).resolve(execution.getExecutionId() + ".inputs");
  }

  /** Each execution has folders of its own: it deletes what it does not generate. */
  private void takeFolders() throws MojoExecutionException {
    for (File folder : List.of(outputDirectory, resourceDirectory)) {
      String key = FOLDER + ":" + folder.getAbsolutePath();
      Object owner = project.getContextValue(key);
      if (owner != null && !owner.equals(execution.getExecutionId())) {
        throw new MojoExecutionException(
            "executions %s and %s both write to %s: expected another outputDirectory and"
                    .formatted(owner, execution.getExecutionId(), folder)
                + " resourceDirectory in one, or all WSDLs in one execution");
      }
      project.setContextValue(key, execution.getExecutionId());
    }
  }

  private void addFolders() {
    project.addCompileSourceRoot(outputDirectory.getAbsolutePath());
    String directory = resourceDirectory.getAbsolutePath();
    if (project.getResources().stream().noneMatch(each -> directory.equals(each.getDirectory()))) {
      Resource resource = new Resource();
      resource.setDirectory(directory);
      resource.addExclude(OutputFolder.LIST);
      project.addResource(resource);
    }
  }

  /** The files that are generated of several descriptions. Not thread-safe. */
  private static final class MergedFiles {
    private final Map<String, String> sources = new TreeMap<>();
    private final Map<String, String> resources = new TreeMap<>();
    private final Map<String, String> origins = new HashMap<>();

    /**
     * Adds what was generated of a description.
     *
     * @throws MojoFailureException if another one has other files of the same names
     */
    void add(String location, Generated generated) throws MojoFailureException {
      for (Generated.File each : generated.files()) {
        boolean isSource = each.kind() == Generated.File.Kind.SOURCE;
        String before = (isSource ? sources : resources).put(each.path(), each.text());
        String origin = origins.put(each.path(), location);
        if (before != null && !before.equals(each.text())) {
          throw new MojoFailureException(
              ("Cannot write %s, because %s and %s generate it with different content. Use"
                      + " different packages.")
                  .formatted(each.path(), Objects.requireNonNull(origin), location));
        }
      }
    }

    /** Returns texts of Java by their paths. */
    Map<String, String> sources() {
      return sources;
    }

    /** Returns what classes load at run time, by paths. */
    Map<String, String> resources() {
      return resources;
    }
  }
}
