/**
 * What is subtle in a valid rule file: each check looks for one thing that is rarely meant, and gives a warning.
 *
 * <p>In come rules and the places where they were written; out come warnings. A check warns only of what follows from the file
 * alone, whatever metrics come; it takes a measurement that a rule names for its results to be theirs alone. Imports the rules, and what suggests a name.
 */
@NullMarked
package io.weir.contract.rulecheck;

import org.jspecify.annotations.NullMarked;
