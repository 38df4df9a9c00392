package io.weir.processing.aggregate;

import io.weir.contract.line.FieldType;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.SeriesEnds;
import java.util.List;

/** The metrics of a record, with what aggregation needs to know of them. */
public interface AggregatableMetrics extends Metrics {

    /** The rules of one series. */
    interface SeriesAggregation {

        /** If the series is of merged results: how long after its timestamp each is made. */
        long ageNanos();

        /** In the order of the file. The windows that revise the results of a rule follow its first ones. */
        List<AggregateRules> aggregates();

        /** Whether the series belongs to groups. */
        boolean hasGroups();

        /** The data that a group collects, by the group's place in the plan. */
        GroupShape groupShape(int group);
    }

    /** The rules of one field. */
    interface FieldAggregation {

        /** Whether an aggregation reads the field, by the aggregation's place in the plan. */
        boolean isAggregated(int aggregate);

        /** The keys of the results of an aggregation that reads the field, one per function. */
        List<byte[]> resultKeys(int aggregate);

        /**
         * Pairs: the place of a group in the plan, and the input of its rule that takes the field.
         */
        int[] groupInputs();

        /** Whether storage receives values of this type in the field. */
        boolean isStored(FieldType type);

        /** Whether only alarming receives the field. */
        boolean isHidden();
    }

    /** The state of one series. */
    interface AggregationState {

        /**
         * The number of groups to contribute to: those of the plan, in its order, then those that
         * the series has left while windows were open.
         */
        int groups();

        /** A group, by its number. */
        GroupPlan group(int group);

        /** What the series contributes to a group, by the group's number. */
        Contributions contributions(int group);

        /**
         * Removes the groups that the series has left and that have no open windows; returns
         * whether there were any.
         */
        boolean removeLeft();

        /** When the first open window closes by a clock, or {@link SeriesWindows#NEVER}. */
        long closesAt(int clock);

        /**
         * When the next contribution to a group is due by a clock; {@link Contributions#NEVER} if
         * there is none.
         */
        long contributesAt(int clock);

        /** Updates the memory account. Call after windows grew or shrank. */
        void count();
    }

    /** The series that ended, by markers in the record. */
    SeriesEnds ends();

    /** The rules of the metric's series. */
    SeriesAggregation rules(int metric);

    /** The rules of a raw metric's field. */
    FieldAggregation rules(int metric, int field);

    /** The state of the metric's series; slower to read from memory than its other data. */
    AggregationState state(int metric);

    /** Appends a metric for an output of the series: 0 is the raw one, 1 + n the n-th aggregation. */
    void addComputedMetric(int slot, int output, long timestamp);

    /** Appends an integer field. */
    void addField(int metric, int fieldNumber, byte[] key, long value);
}
