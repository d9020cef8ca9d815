/** Services of Castile in any container of Jakarta Servlet 6. */
package io.castile.servlet;
