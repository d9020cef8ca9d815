package io.castile.soap.wsdl;

/**
 * The abilities of a client or a service that the policies of a description may demand. Immutable.
 *
 * @param encrypts whether messages go over TLS, as far as is known
 * @param clientCertificate whether clients may show a certificate
 * @param usernameTokens whether username tokens are sent, or checked
 * @param timestamps whether messages have a Timestamp, or may have one
 * @param addressing whether messages have message addressing properties
 * @param messageSecurity whether the assertions of WS-SecurityPolicy are the matter of another
 * @param isServer for messages: whose they are
 */
public record PolicyAbilities(
    boolean encrypts,
    boolean clientCertificate,
    boolean usernameTokens,
    boolean timestamps,
    boolean addressing,
    boolean messageSecurity,
    boolean isServer) {}
