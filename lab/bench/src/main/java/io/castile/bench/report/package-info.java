/** What a suite gives: rows, tables, figures, JSON and a page. */
package io.castile.bench.report;
