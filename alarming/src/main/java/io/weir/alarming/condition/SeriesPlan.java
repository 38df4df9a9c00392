package io.weir.alarming.condition;

import io.weir.alarming.absence.WatchedKey;
import java.util.List;

/**
 * The compiled rules of a series.
 *
 * @param alarms alarm rules that watch its fields, in the order of the rule file
 * @param keys its keys of absence rules
 */
record SeriesPlan(List<AlarmPlan> alarms, List<WatchedKey> keys) {}
