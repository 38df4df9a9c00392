package io.weir.alarming.series;

import io.weir.alarming.absence.WatchedKey;
import java.util.List;

/**
 * What rules make of a series.
 *
 * @param alarms that watch its fields, in the order of the rule file
 * @param keys of absence rules that it stands for
 */
record SeriesPlan(List<AlarmPlan> alarms, List<WatchedKey> keys) {}
