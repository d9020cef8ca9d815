package io.castile.delta;

import io.castile.delta.Differential.SharedBases;
import io.castile.delta.ServerDeltaInterceptor.Key;
import io.castile.delta.format.Instance;
import io.castile.delta.format.MessageNames;
import io.castile.delta.format.Sha256;
import io.castile.delta.kept.KeptMessages;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The answers that a server keeps to be bases, and behind them those of its farm. Thread-safe. */
final class AnswerBases {
  private static final Logger log = LoggerFactory.getLogger(AnswerBases.class);

  private final KeptMessages<Key, Instance> own;
  private final @Nullable SharedBases shared; // null for none
  private final MessageNames names;
  private final Duration keepFor;
  private final int maxMessageBytes;

  /**
   * @param names of the farm, where answers are shared
   */
  AnswerBases(DifferentialOptions options, MessageNames names) {
    this.own = options.newKept();
    this.shared = options.sharedBases();
    this.names = names;
    this.keepFor = options.maxIdle();
    this.maxMessageBytes = options.maxMessageBytes();
  }

  /** Returns the message, or null. A client that names a message holds it. */
  @Nullable Instance get(Key key) {
    Instance here = own.get(key);
    if (here != null || shared == null) {
      return here;
    }
    Instance found = ofFarm(shared, key);
    if (found != null) {
      own.put(key, found);
    }
    return found;
  }

  private @Nullable Instance ofFarm(SharedBases farm, Key key) {
    byte[] message = contentOfFarm(farm, key);
    if (message == null) {
      return null;
    }
    Instance found = Instance.named(message, names);
    return found.version() == key.version() ? found : null;
  }

  /** Returns the content that the farm keeps under a key, unchecked; null for nothing. */
  byte @Nullable [] contentOfFarm(Key key) {
    return shared == null ? null : contentOfFarm(shared, key);
  }

  private byte @Nullable [] contentOfFarm(SharedBases farm, Key key) {
    try {
      byte[] message = farm.get(name(key), keepFor);
      return message == null || message.length > maxMessageBytes ? null : message;
    } catch (RuntimeException e) {
      log.debug("the farm does not give a base: {}", e.toString());
      return null;
    }
  }

  /** Keeps a message, which a client holds now, unless it is too large. */
  void put(Key key, Instance instance) {
    own.put(key, instance);
    putIntoFarm(key, instance.bytes());
  }

  /** Has the farm keep content, unless it is too large, or there is no farm. */
  void putIntoFarm(Key key, byte[] content) {
    if (shared == null || content.length > maxMessageBytes) {
      return;
    }
    try {
      shared.put(name(key), content, keepFor);
    } catch (RuntimeException e) {
      log.debug("the farm does not keep a base: {}", e.toString());
    }
  }

  /** Returns the name under which the farm keeps a message; it reveals nothing about the client. */
  private static String name(Key key) {
    MessageDigest digest = Sha256.digest();
    SenderDigest.add(digest, key.endpoint().getBytes(StandardCharsets.UTF_8));
    SenderDigest.add(digest, key.identity().getBytes(StandardCharsets.UTF_8));
    SenderDigest.add(digest, Long.toString(key.version()).getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Notes that a client that held a message holds another one instead. */
  void leave(Key key) {
    own.leave(key);
  }

  long keptBytes() {
    return own.keptBytes();
  }
}
