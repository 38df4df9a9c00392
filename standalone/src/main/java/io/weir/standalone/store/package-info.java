/**
 * QuestDB in this process, for {@code weir up}. In: lines and queries of Weir, by a port that nobody else knows the password of;
 * questions of people, by a port that only reads. Out: answers, and files in the data directory. The only room that knows QuestDB.
 */
@NullMarked
package io.weir.standalone.store;

import org.jspecify.annotations.NullMarked;
