/** Operations of SOAP services as tools for agents, by the Model Context Protocol. */
@NullMarked
package io.castile.mcp;

import org.jspecify.annotations.NullMarked;
