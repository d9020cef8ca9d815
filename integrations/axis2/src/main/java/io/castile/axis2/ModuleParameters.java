package io.castile.axis2;

import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.jspecify.annotations.Nullable;

/** Finds the parameters of the module. */
final class ModuleParameters {
  private ModuleParameters() {}

  /**
   * A parameter.
   *
   * @param where the description that has it
   */
  record Found(Parameter parameter, AxisDescription where) {}

  /**
   * Returns the parameter that is nearest to a description: of itself, of those that it is in, or
   * of the module; in each, first that of its configuration of the module.
   *
   * @return null for none
   */
  static @Nullable Found find(AxisDescription description, String name) {
    for (AxisDescription at = description; at != null; at = at.getParent()) {
      Parameter parameter = own(at, name);
      if (parameter != null) {
        return new Found(parameter, at);
      }
    }
    AxisConfiguration configuration = description.getAxisConfiguration();
    AxisModule module = configuration.getModule(CastileModule.NAME);
    Parameter parameter = module == null ? null : module.getParameter(name);
    return parameter == null ? null : new Found(parameter, configuration);
  }

  private static @Nullable Parameter own(AxisDescription description, String name) {
    ModuleConfiguration configured = null;
    if (description instanceof AxisService service) {
      configured = service.getModuleConfig(CastileModule.NAME);
    } else if (description instanceof AxisServiceGroup group) {
      configured = group.getModuleConfig(CastileModule.NAME);
    } else if (description instanceof AxisConfiguration configuration) {
      configured = configuration.getModuleConfig(CastileModule.NAME);
    }
    Parameter parameter = configured == null ? null : configured.getParameter(name);
    if (parameter != null) {
      return parameter;
    }
    for (Parameter each : description.getParameters()) { // those of the parents are not among them
      if (each.getName().equals(name)) {
        return each;
      }
    }
    return null;
  }
}
