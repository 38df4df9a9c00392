/**
 * Series in QuestDB, where each measurement is a table, tags are columns of symbols, fields are further columns, and a
 * row has the fields of a moment.
 *
 * <p>In: matchers and times. Out: series, by SQL over HTTP.
 */
@NullMarked
package io.weir.query.questdb;

import org.jspecify.annotations.NullMarked;
