/**
 * Warns of valid but suspicious rules: each check looks for one kind of mistake.
 *
 * <p>In: rules and their places in the file. Out: findings, which are warnings, or errors if the
 * rule can have no effect that anyone intends. A check reports only consequences that follow from
 * the file alone, whatever metrics arrive. It assumes that a measurement that a rule
 * names for its results belongs to them alone. Imports the rules, the suggestion of names, and the
 * spelling of durations.
 */
@NullMarked
package io.weir.contract.rulecheck;

import org.jspecify.annotations.NullMarked;
