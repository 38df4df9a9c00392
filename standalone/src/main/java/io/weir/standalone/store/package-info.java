/**
 * QuestDB in this process, for {@code weir up}. Input: lines and queries of Weir, at a port with a
 * password that only this process has; queries of people, at a read-only port. Output: answers, and
 * files in the data directory. Only this package depends on QuestDB.
 */
@NullMarked
package io.weir.standalone.store;

import org.jspecify.annotations.NullMarked;
