package io.weir.contract.rule.match;

/**
 * A rule and its place in the file.
 *
 * @param order smaller is earlier
 */
record RankedRule<R>(int order, Match match, R rule) {}
