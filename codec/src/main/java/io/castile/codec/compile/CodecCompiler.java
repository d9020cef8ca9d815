package io.castile.codec.compile;

import io.castile.codec.BindingException;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.BeanCompiler;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.BeanRef;
import io.castile.codec.bean.CodecBinding;
import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.ElementType;
import io.castile.codec.bean.InterpretedCodec;
import io.castile.codec.bean.Property;
import io.castile.codec.bean.TypeCodec;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles plans to codecs. What a class refers to is compiled before it, as far as it is in use:
 * compiled code then calls compiled code directly.
 *
 * <p>Stateless; the work of one call is a {@link Run}.
 */
public final class CodecCompiler implements BeanCompiler {
  private static final Logger LOG = LoggerFactory.getLogger(CodecCompiler.class);

  /** The compiler, as {@link BeanCompiler} finds it. */
  public CodecCompiler() {}

  @Override
  public void compile(InterpretedCodec interpreted, BeanCodecs codecs) {
    new Run(codecs).compile(interpreted);
  }

  @Override
  public TypeCodec compileWrapper(InterpretedCodec interpreted, BeanCodecs codecs) {
    Run run = new Run(codecs);
    run.compileReferred(interpreted.plan);
    try {
      return run.load(interpreted.plan, null, CodecCompiler.class);
    } catch (UncompilableException e) {
      LOG.debug("A wrapper element stays interpreted: {}", e.getMessage());
      return interpreted;
    }
  }

  @Override
  public String source(BeanPlan plan) {
    try {
      CodeLoader.checkHost(plan.type);
      return new ClassSource(plan, plan.type).text();
    } catch (UncompilableException e) {
      throw new BindingException(
          "Cannot compile the codec of " + plan.type.getName() + ": " + e.getMessage(), e);
    }
  }

  /** One compilation of a class and of what it refers to. */
  private static final class Run {
    private final BeanCodecs codecs;
    private final Set<Class<?>> open = new HashSet<>();

    private Run(BeanCodecs codecs) {
      this.codecs = codecs;
    }

    private void compile(InterpretedCodec interpreted) {
      BeanPlan plan = interpreted.plan;
      if (!open.add(plan.type)) {
        return;
      }
      TypeCodec parent = interpreted.parent();
      if (parent instanceof InterpretedCodec inherited) {
        compile(inherited);
        parent =
            inherited.holder().codecOrNull() instanceof TypeCodec compiled ? compiled : inherited;
      }
      compileReferred(plan);
      try {
        interpreted.holder().replace(load(plan, parent, plan.type));
      } catch (UncompilableException e) {
        LOG.debug("{} stays interpreted: {}", plan.type.getName(), e.getMessage());
      }
    }

    private void compileReferred(BeanPlan plan) {
      for (Property property : plan.own) {
        if (property instanceof ElementProperty element) {
          for (ElementType type : element.types) {
            if (type.codec instanceof BeanRef bean && isWanted(bean)) {
              compile((InterpretedCodec) bean.codec());
            }
          }
        }
      }
    }

    private boolean isWanted(BeanRef bean) {
      boolean now = codecs.mode() == CodecMode.COMPILED || bean.isUsed();
      return now && bean.codec() instanceof InterpretedCodec;
    }

    private TypeCodec load(BeanPlan plan, @Nullable TypeCodec parent, Class<?> host)
        throws UncompilableException {
      CodeLoader.checkHost(host);
      ClassSource source = new ClassSource(plan, host);
      CodecBinding binding = new CodecBinding(plan, parent, codecs);
      Lookup generated = CodeLoader.load(host, source.className, source.text(), binding);
      try {
        return (TypeCodec)
            generated
                .findConstructor(generated.lookupClass(), MethodType.methodType(void.class))
                .invoke();
      } catch (ReflectiveOperationException e) {
        throw new AssertionError("every generated class has a constructor", e);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError("the constructor throws no checked exception", e);
      }
    }
  }
}
