package io.castile.bench.report;

/**
 * One number of a suite.
 *
 * @param row the stack
 * @param scenario what is done, with its parameters; {@code case} in JSON
 * @param value the median over all rounds; NaN if there is none
 * @param unit the unit of value and error
 * @param error half the width of the 99.9 % confidence interval of the mean; NaN if unknown
 */
public record BenchRow(String row, String scenario, double value, String unit, double error) {}
