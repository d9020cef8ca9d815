package io.castile.gateway.json;

import io.castile.bridge.DescribedService;
import io.castile.bridge.DescribedService.Operation;
import io.castile.bridge.FetchedService;
import io.castile.bridge.JsonOperation;
import io.castile.bridge.JsonService;
import io.castile.bridge.JsonText;
import io.castile.bridge.MessageValidator;
import io.castile.bridge.OpenApi;
import io.castile.bridge.Problem;
import io.castile.bridge.ProblemException;
import io.castile.cache.observe.internal.OperationText;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.text.WatchedFile;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.edge.Watched;
import io.castile.gateway.http.TaggedContent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The description of a route's service. It is read when it is first needed or looked at, and again
 * when its file, or one that it names, has changed, or the servers of its documents have others;
 * one that cannot be read is tried again after some seconds where requests need it. Thread-safe;
 * looks are of one thread.
 */
public final class ServiceDescription implements Watched {
  private static final Logger log = LoggerFactory.getLogger(ServiceDescription.class);

  /** How often servers are asked for other documents, and files looked at that others name. */
  public static final Duration DEFAULT_LOOKS = Duration.ofMinutes(1);

  /** How long a description is not tried again that could not be read. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How long a request waits for another one that reads the description. */
  private static final long PATIENCE_SECONDS = 2;

  private static final Problem UNREAD =
      new Problem(
          503,
          "The description of the service cannot be read",
          "expected a WSDL; the log of the gateway says what was found",
          null);

  private final String location;
  private final @Nullable WatchedFile file; // null for an address
  private final long pauseNanos; // between two looks at servers

  /** The last reading; null before the first. */
  private final AtomicReference<@Nullable Reading> last = new AtomicReference<>();

  private @Nullable Texts texts; // null until they are asked for; guarded by telling
  private volatile @Nullable Names names; // of the last reading; null until they are asked for
  private volatile @Nullable Document document; // null until it is first asked for
  private volatile @Nullable Failure failure; // of the last reading; null for none
  private volatile @Nullable Failure invalid; // of the last compiling of schemas; null for none
  private final ReentrantLock reading = new ReentrantLock();
  private final Object compiling = new Object();
  private final Object describing = new Object();
  private final Object telling = new Object();
  private volatile long looked; // when a server was last asked, or the description read
  private boolean isLooked; // whether there was a look
  private volatile @Nullable String told; // the last failure that the log has; null for none

  /** A failure that is not tried again for some seconds. */
  private record Failure(Problem problem, long nanos) {
    Failure(Problem problem) {
      this(problem, System.nanoTime());
    }

    boolean isRecent() {
      return System.nanoTime() - nanos < PAUSE_NANOS;
    }
  }

  /**
   * A reading with its validator, which are replaced together.
   *
   * @param validator null until it is first needed
   */
  private record Reading(FetchedService fetched, @Nullable MessageValidator validator) {
    JsonService service() {
      return fetched.service();
    }
  }

  /** The document of OpenAPI, and what it was made of. */
  private record Document(JsonService service, CachePolicy policy, TaggedContent form) {}

  /** What a reading says of operations. */
  private record Texts(JsonService service, Map<QName, OperationText> byElement) {}

  /** The names of a reading. */
  private record Names(JsonService service, List<DescribedService> services) {}

  /**
   * A description that is read later.
   *
   * @param origin the first origin of the route
   */
  public ServiceDescription(DescribedRoute described, URI origin) {
    this(described, origin, DEFAULT_LOOKS);
  }

  /**
   * @param looks how often servers are asked for others
   */
  ServiceDescription(DescribedRoute described, URI origin, Duration looks) {
    this.location = described.location(origin);
    Path path = described.file();
    this.file = path == null ? null : new WatchedFile(path);
    this.pauseNanos = looks.toNanos();
  }

  /**
   * Returns the operations; reads the description if it has not been read, which takes time.
   *
   * @throws ProblemException if it cannot be read
   */
  public JsonService service() throws ProblemException {
    return read().service();
  }

  private Reading read() throws ProblemException {
    Reading read = last.get();
    return read == null ? first() : read;
  }

  /** Returns the operations; null where the description has not been read yet. */
  public @Nullable JsonService known() {
    Reading read = last.get();
    return read == null ? null : read.service();
  }

  /**
   * Returns the services with the names of their operations; empty where the description has not
   * been read yet. Nothing is read, nor waited for.
   */
  public List<DescribedService> services() {
    JsonService read = known();
    Names kept = names;
    if (read == null) {
      return List.of();
    }
    if (kept == null || kept.service != read) {
      kept = new Names(read, DescribedService.of(read));
      names = kept;
    }
    return kept.services;
  }

  /**
   * Returns the operation whose requests have an element; null where there is none, and where the
   * description has not been read yet.
   */
  public @Nullable Operation operation(QName element) {
    for (DescribedService each : services()) {
      Operation found = each.byElement().get(element);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * Returns what the description says of operations, by the elements in their requests; empty where
   * it has not been read yet. Takes time when the description is another one than before, as its
   * schemas are read, which are let go of afterwards.
   */
  public Map<QName, OperationText> texts() {
    JsonService read = known();
    if (read == null) {
      return Map.of();
    }
    synchronized (telling) {
      Texts kept = texts;
      if (kept == null || kept.service != read) {
        kept = new Texts(read, textsAnew());
        texts = kept;
      }
      return kept.byElement;
    }
  }

  private Map<QName, OperationText> textsAnew() {
    Map<QName, OperationText> all = new HashMap<>();
    for (DescribedService service : services()) {
      service
          .byElement()
          .forEach(
              (element, each) ->
                  all.put(element, new OperationText(each.name(), "", each.summary())));
    }
    try {
      for (DescribedService service : readAgain()) {
        service
            .byElement()
            .forEach(
                (element, each) ->
                    all.put(
                        element,
                        new OperationText(
                            each.name(), service.signature(element), each.summary())));
      }
    } catch (IOException | RuntimeException e) {
      log.debug("the types of {} are not shown: {}", shown(), e.getMessage());
    }
    return Map.copyOf(all);
  }

  /**
   * Reads the description once more, for its schemas, which are let go of afterwards. Takes time.
   *
   * @throws IOException if it cannot be read
   */
  public List<DescribedService> readAgain() throws IOException {
    return DescribedService.of(FetchedService.read(location).service());
  }

  /**
   * Returns the validator of messages; compiles the schemas if they have not been, which takes
   * time.
   *
   * @throws ProblemException if the description cannot be read, or a schema is not valid
   */
  public MessageValidator validator() throws ProblemException {
    MessageValidator made = read().validator;
    return made == null ? compiled() : made;
  }

  /** Returns the validator of messages; null where the schemas have not been compiled yet. */
  public @Nullable MessageValidator knownValidator() {
    Reading read = last.get();
    return read == null ? null : read.validator;
  }

  private MessageValidator compiled() throws ProblemException {
    synchronized (compiling) {
      Reading read = read();
      if (read.validator != null) {
        return read.validator;
      }
      Failure failed = invalid;
      if (failed != null && failed.isRecent()) {
        throw new ProblemException(failed.problem);
      }
      try {
        MessageValidator made = validator(read.service());
        last.compareAndSet(read, new Reading(read.fetched, made)); // unless it is an old one
        return made;
      } catch (ProblemException e) {
        log.warn("messages of {} cannot be validated: {}", shown(), e.getMessage());
        invalid = new Failure(e.problem());
        throw e;
      }
    }
  }

  /** Compiles schemas, and logs what is wrong with them. */
  private MessageValidator validator(JsonService service) throws ProblemException {
    MessageValidator made = MessageValidator.of(service);
    made.warnings()
        .forEach(each -> log.warn("some messages of {} cannot be validated: {}", shown(), each));
    return made;
  }

  /** Reads the description for the first time; one thread does, and others wait for a while. */
  private Reading first() throws ProblemException {
    boolean isOwn = false;
    try {
      isOwn = reading.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
      Reading read = last.get();
      if (read != null) {
        return read;
      }
      if (isOwn && (failure == null || !failure.isRecent())) {
        if (file != null) {
          file.hasChanged(); // before it is read: what is written meanwhile is found next time
        }
        read = new Reading(FetchedService.read(location), null);
        looked = System.nanoTime();
        told = null;
        last.set(read);
        return read;
      }
    } catch (IOException | RuntimeException e) {
      failure = new Failure(UNREAD);
      tell("the description " + shown() + " cannot be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (isOwn) {
        reading.unlock();
      }
    }
    throw new ProblemException(UNREAD);
  }

  /** Reads the description, and is in the way of no request that reads it meanwhile. */
  private void prepare() {
    try {
      if (file != null) {
        file.hasChanged(); // before it is read: what is written meanwhile is found next time
      }
      FetchedService read = FetchedService.read(location);
      if (last.compareAndSet(null, new Reading(read, null))) {
        looked = System.nanoTime();
        told = null;
      }
    } catch (IOException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) { // as when the gateway ends
        tell("the description " + shown() + " cannot be read", e);
      }
    }
  }

  /** Logs a failure, once until there is another one. */
  private void tell(String what, Exception why) {
    String message = what + ": " + why.getMessage();
    if (!message.equals(told)) {
      told = message;
      log.warn("{}", message);
    }
  }

  /** The location without user and password. */
  private String shown() {
    return location.replaceFirst("(?s)^([a-zA-Z][a-zA-Z0-9+.-]*:/*)[^/?#]*@", "$1***@");
  }

  /**
   * Reads the description if no request has needed it yet; later again if its file has changed, or,
   * after a pause, if a server or a file that it names has another document. One that is wrong is
   * not taken, nor are schemas that cannot be compiled where messages are validated. May take as
   * long as the servers do.
   */
  @Override
  public void look() {
    Reading before = last.get();
    boolean isPast = System.nanoTime() - looked >= pauseNanos;
    boolean isTime = isPast || before == null && !isLooked;
    if (isTime) {
      isLooked = true;
      looked = System.nanoTime();
    }
    if (before == null) {
      if (isTime) {
        prepare();
      }
      return;
    }
    boolean isOther = file != null && file.hasChanged();
    try {
      if (!isOther && isTime) {
        isOther = before.fetched.hasChanged();
      }
      if (isOther) {
        FetchedService read = FetchedService.read(location);
        URI lost = read.lostSince(before.fetched);
        if (lost != null) {
          throw new IOException(lost + ", which it names, cannot be read");
        }
        boolean isValidating = knownValidator() != null;
        last.set(new Reading(read, isValidating ? validator(read.service()) : null));
        invalid = null;
        told = null;
        log.info("{} changed and was read again", shown());
      }
    } catch (IOException | ProblemException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) { // as when the gateway ends
        tell(shown() + " stays as it was", e);
      }
    }
  }

  /**
   * Returns the document of OpenAPI, in the form in which it is served.
   *
   * @param server the path under which the operations stand
   * @param policy by which operations are safe
   * @param isSafe whether an operation is, by that policy
   * @throws ProblemException if the description or a schema cannot be read
   */
  public TaggedContent openApi(String server, CachePolicy policy, Predicate<JsonOperation> isSafe)
      throws ProblemException {
    JsonService read = service();
    Document kept = document;
    if (kept == null || kept.service != read || kept.policy != policy) {
      kept = made(read, server, policy, isSafe);
    }
    return kept.form;
  }

  /** One thread at a time makes a document, which takes long where a description is large. */
  private Document made(
      JsonService read, String server, CachePolicy policy, Predicate<JsonOperation> isSafe) {
    synchronized (describing) {
      Document kept = document;
      if (kept == null || kept.service != read || kept.policy != policy) {
        byte[] content = JsonText.bytes(OpenApi.of(read, server, isSafe));
        kept = new Document(read, policy, new TaggedContent(content));
        document = kept;
      }
      return kept;
    }
  }
}
