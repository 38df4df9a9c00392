/**
 * QuestDB, with the client of InfluxDB 1.x as transport.
 *
 * <p>In: a URL, then canonical lines. Out: statements that create tables, and lines.
 */
@NullMarked
package io.weir.writer.store.questdb;

import org.jspecify.annotations.NullMarked;
