package io.castile;

import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.security.MessageSecurity;
import io.castile.soap.wsdl.GivenDescription;
import io.castile.soap.wsdl.PolicyAbilities;
import io.castile.soap.wsdl.PolicySubjects;

/** Tells a {@link io.castile.soap.security.MessageSecurity} of the ports of clients and servers. */
final class SecuredPorts {
  private SecuredPorts() {}

  static MessageSecurity.Port of(ServiceModel model, PolicyAbilities abilities) {
    PolicySubjects subjects = GivenDescription.policySubjects(model, abilities.isServer());
    return new MessageSecurity.Port(
        model.portTypeName().toString(),
        abilities.encrypts(),
        abilities.clientCertificate(),
        subjects.documents(),
        subjects.elements());
  }
}
