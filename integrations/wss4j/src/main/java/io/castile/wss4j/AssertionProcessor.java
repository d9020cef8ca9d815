package io.castile.wss4j;

import java.util.List;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.processor.Processor;
import org.w3c.dom.Element;

/** Takes an assertion of SAML as it is: it is for a {@link SamlAssertionValidator} to look at. */
final class AssertionProcessor implements Processor {
  @Override
  public List<WSSecurityEngineResult> handleToken(Element assertion, RequestData data) {
    WSSecurityEngineResult result = new WSSecurityEngineResult(WSConstants.ST_UNSIGNED);
    result.put(WSSecurityEngineResult.TAG_TOKEN_ELEMENT, assertion);
    data.getWsDocInfo().addResult(result);
    return List.of(result);
  }
}
