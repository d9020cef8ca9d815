package io.castile.wsdl.outline;

import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.model.internal.Use;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Says which operations are wrapped (Jakarta XML Web Services 4.0 §2.3.1.2). */
final class Wrappers {
  private Wrappers() {}

  static boolean isWrapped(BindingOperation bound, XSSchemaSet schemas) {
    Operation operation = bound.operation();
    if (bound.style() == Style.RPC || operation.input() == null) {
      return false;
    }
    QName input = wrapper(operation.input(), bound.input(), schemas);
    if (input == null || !input.getLocalPart().equals(operation.name())) {
      return false;
    }
    return operation.output() == null
        || wrapper(operation.output(), bound.output(), schemas) != null;
  }

  /** The element around the parameters of a message; null where there is none. */
  private static @Nullable QName wrapper(
      OperationMessage message, @Nullable MessageBinding binding, XSSchemaSet schemas) {
    if (binding == null || binding.use() == Use.ENCODED || !binding.attachments().isEmpty()) {
      return null;
    }
    List<Part> body =
        message.message().parts().stream()
            .filter(part -> binding.parts().contains(part.name()))
            .toList();
    QName name = body.size() == 1 ? body.get(0).element() : null;
    XSElementDecl element =
        name == null ? null : schemas.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
    boolean isWrapper =
        element != null
            && !element.isNillable()
            && element.getType().isComplexType()
            && isSequence(element.getType().asComplexType());
    return isWrapper ? name : null;
  }

  /** Whether there are elements in a sequence, and nothing else; not even a base that has none. */
  private static boolean isSequence(XSComplexType type) {
    XSType base = type.getBaseType();
    if (base.getBaseType() != base // which any type alone is of itself
        || !type.getAttributeUses().isEmpty()
        || type.getAttributeWildcard() != null
        || type.isMixed()
        || type.isAbstract()
        || type.getContentType().asSimpleType() != null) {
      return false;
    }
    XSParticle particle = type.getContentType().asParticle();
    if (particle == null) {
      return true; // nothing at all
    }
    XSTerm term = particle.getTerm();
    if (!term.isModelGroup()
        || term.asModelGroup().getCompositor() != XSModelGroup.Compositor.SEQUENCE
        || particle.isRepeated()) {
      return false;
    }
    for (XSParticle child : term.asModelGroup().getChildren()) {
      if (!child.getTerm().isElementDecl()) {
        return false;
      }
    }
    return true;
  }
}
