/**
 * {@code weir rules test}: tests of rules, in YAML beside them.
 *
 * <p>Comes in: test files. Goes out: which tests fail, what was expected, and what came instead. May import: {@code replay}, the
 * contract, picocli.
 */
@NullMarked
package io.weir.standalone.ruletest;

import org.jspecify.annotations.NullMarked;
