package io.castile.delta;

import io.castile.delta.format.CheckHash;
import io.castile.delta.format.RandomLongs;
import io.castile.delta.typed.TypedState;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The key under which a client keeps a message: without a request, the last one of the operation.
 * By the operation's name, so that all clients share it, and none is held by it.
 */
record LinkKey(String endpoint, QName operation, String identity, long question) {
  /** No digest is negative. */
  private static final long ANY = -1;

  /** No digest begins with it. */
  private static final String UNNAMED = "?";

  private static final long QUESTION_SEED = RandomLongs.next();

  /**
   * Returns the key of a request, for any question.
   *
   * @param credentials names of header fields that are credentials, too, in lower case
   * @return null if the sender of the request is unknown
   */
  static @Nullable LinkKey of(SoapRequest request, Set<String> credentials) throws SoapException {
    String identity = SenderDigest.identity(request, credentials);
    return identity == null
        ? null
        : new LinkKey(request.endpoint(), request.operation().name(), identity, ANY);
  }

  /** Returns the key of requests whose sender is known from nothing but header fields. */
  static LinkKey ofUnnamed(SoapRequest request, Set<String> credentials) throws SoapException {
    String identity = UNNAMED + SenderDigest.credentials(request.headers(), credentials);
    return new LinkKey(request.endpoint(), request.operation().name(), identity, ANY);
  }

  /** Returns this key for the request in a message. */
  LinkKey withQuestion(byte[] message) {
    return new LinkKey(endpoint, operation, identity, CheckHash.of(message, QUESTION_SEED));
  }

  /** Returns this key for the request that values make. */
  LinkKey withQuestion(TypedState values) {
    return new LinkKey(endpoint, operation, identity, values.digest() & Long.MAX_VALUE);
  }

  /** Whether the link may work on a request: there is one document each way. */
  static boolean isFor(SoapRequest request) throws SoapException {
    return !request.operation().oneWay()
        && !request.sendsAttachments()
        && !(Messages.body(request) instanceof MessageBody.Multipart);
  }
}
