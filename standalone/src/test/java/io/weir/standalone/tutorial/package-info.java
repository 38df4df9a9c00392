/**
 * Follows {@code docs/tutorial.md} word for word: types its commands and compares what is printed with what the page says.
 * {@code TutorialRun} takes the standard ports, so it is no part of the usual tests; {@code build/tutorial} runs it.
 */
@NullMarked
package io.weir.standalone.tutorial;

import org.jspecify.annotations.NullMarked;
