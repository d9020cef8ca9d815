package io.castile.wss4j;

import java.security.PublicKey;
import java.security.cert.X509Certificate;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.validate.SignatureTrustValidator;

/** Trusts signers as WSS4J does, and says of others that they could not be authenticated. */
final class TrustedSigners extends SignatureTrustValidator {
  @Override
  protected void verifyTrustInCerts(
      X509Certificate[] certificates, Crypto crypto, RequestData data, boolean revocation)
      throws WSSecurityException {
    try {
      super.verifyTrustInCerts(certificates, crypto, data, revocation);
    } catch (WSSecurityException e) {
      throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_AUTHENTICATION, e);
    }
  }

  @Override
  protected void validatePublicKey(PublicKey key, Crypto crypto) throws WSSecurityException {
    throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_AUTHENTICATION);
  }
}
